package io.paidonce.testkit.databases;

/** The databases that the product promises to work on. */
public enum Engine {
  /** Embedded, in PostgreSQL mode; one file per database, and by default no server. */
  H2,
  /** A real PostgreSQL server. */
  POSTGRESQL,
  /** A real MariaDB server, for the MySQL family. */
  MARIADB;

  /**
   * Whether databases by default live in a server process, which can be killed apart from its
   * clients.
   */
  public boolean hasServer() {
    return this != H2;
  }
}
