package io.paidonce;

/** The ways to make an action take effect once; several together are layers, outermost first. */
public enum Strategy {
  /**
   * A record under a unique key of the database. In the transaction of the effect it is exactly
   * once; as a lease, claimed before and completed after, see {@link Takeover}.
   */
  UNIQUE,
  /**
   * A claim in Redis with an owner, a lease and a watchdog. Redis may forget it in a failover: in
   * front of a record it saves work, alone it promises less.
   */
  REDIS,
  /**
   * A token that was issued before and is consumed once, before the work begins: a form that is
   * submitted twice. It is given back when the work throws, and lost when the process dies in
   * between: at most once a token. What is submitted again with a new token runs again.
   */
  TOKEN,
  /**
   * The work's own conditional change of state: the method returns a {@link StateChange}. "Already
   * there" is the duplicate; a conflict or a missing row is a {@link ChangeRefusedException}.
   */
  STATE,
  /**
   * The work's own update by version or by a condition: the method returns a {@link VersionChange}
   * or a {@link ConditionalChange}. What was not changed is a {@link ChangeRefusedException}.
   */
  VERSION
}
