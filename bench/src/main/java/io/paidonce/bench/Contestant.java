package io.paidonce.bench;

/** Who is measured. */
enum Contestant {
  OURS_MEMORY("ours, lease", "memory"),
  OURS_H2_LEASE("ours, lease", "H2 in the process"),
  OURS_H2_RECORD("ours, record in the transaction", "H2 in the process"),
  OURS_POSTGRESQL_LEASE("ours, lease", "PostgreSQL"),
  OURS_POSTGRESQL_RECORD("ours, record in the transaction", "PostgreSQL"),
  OURS_MARIADB_LEASE("ours, lease", "MariaDB"),
  OURS_MARIADB_RECORD("ours, record in the transaction", "MariaDB"),
  OURS_REDIS("ours, lease", "Redis"),
  OURS_CLUSTER("ours, lease", "Redis Cluster"),
  OURS_BOTH("ours, lease in front of a record", "Redis, PostgreSQL"),
  UNIQUE_ROW("by hand: unique row in the transaction", "PostgreSQL"),
  SET_NX("by hand: SET NX", "Redis"),
  EVENTUATE("Eventuate Tram, duplicate detector", "PostgreSQL"),
  INTEGRATION_JDBC("Spring Integration, metadata store", "PostgreSQL"),
  INTEGRATION_REDIS("Spring Integration, metadata store", "Redis"),
  IDEMPOTENT_CORE("idempotent-core (arun0009)", "memory"),
  REDISSON("Redisson, lock", "Redis"),
  LOCK4J("lock4j, lock", "Redis"),
  SHEDLOCK("ShedLock, lock", "PostgreSQL");

  private final String title;
  private final String store;

  Contestant(String title, String store) {
    this.title = title;
    this.store = store;
  }

  String title() {
    return title;
  }

  String store() {
    return store;
  }

  /** Ready to guard; to be closed. */
  Guard open(Ground ground) throws Exception {
    return switch (this) {
      case OURS_MEMORY -> Ours.memory();
      case OURS_H2_LEASE -> Ours.lease(Ours.h2());
      case OURS_H2_RECORD -> Ours.record(Ours.h2());
      case OURS_POSTGRESQL_LEASE -> Ours.lease(ground.postgresql().asSpring());
      case OURS_POSTGRESQL_RECORD -> Ours.record(ground.postgresql().asSpring());
      case OURS_MARIADB_LEASE -> Ours.lease(ground.mariadb().asSpring());
      case OURS_MARIADB_RECORD -> Ours.record(ground.mariadb().asSpring());
      case OURS_REDIS -> Ours.redis(ground);
      case OURS_CLUSTER -> Ours.cluster(ground);
      case OURS_BOTH -> Ours.gateAndRecord(ground);
      case UNIQUE_ROW -> Peers.uniqueRow(ground);
      case SET_NX -> Peers.setNx(ground);
      case EVENTUATE -> new Tram(ground);
      case INTEGRATION_JDBC -> Peers.springIntegrationJdbc(ground);
      case INTEGRATION_REDIS -> Peers.springIntegrationRedis(ground);
      case IDEMPOTENT_CORE -> new IdempotentCore();
      case REDISSON -> Peers.redisson(ground);
      case LOCK4J -> Peers.lock4j(ground);
      case SHEDLOCK -> Peers.shedLock(ground);
    };
  }
}
