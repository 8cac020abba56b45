package io.paidonce.testkit.databases;

/** What differs between engines: how the server lives, and how databases come and go. */
interface Host {

  void start();

  void kill();

  /** Kills the server, if there is one. */
  default void end() {
    kill();
  }

  long pid();

  void create(String name);

  void drop(String name);

  String jdbcUrl(String name);

  String username();

  String password();

  /** Statement that the pool runs on each new connection, or blank. */
  String connectionInitSql();
}
