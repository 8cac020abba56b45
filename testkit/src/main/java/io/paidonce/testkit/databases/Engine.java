package io.paidonce.testkit.databases;

/** The databases that the product promises to work on. */
public enum Engine {
  /** Embedded, in PostgreSQL mode; one file per database, no server of its own. */
  H2,
  /** A real PostgreSQL server. */
  POSTGRESQL,
  /** A real MariaDB server, for the MySQL family. */
  MARIADB;

  /** Whether databases live in a server process, which can be killed apart from its clients. */
  public boolean hasServer() {
    return this != H2;
  }
}
