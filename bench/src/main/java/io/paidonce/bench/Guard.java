package io.paidonce.bench;

/** One way to let an action take effect once a key. Thread-safe. */
interface Guard extends AutoCloseable {

  /**
   * Runs the effect, unless this key was done before or is being done.
   *
   * @throws Exception of the effect, or of what guards it
   */
  void once(String key, Effect effect) throws Exception;

  /** What must happen once. */
  @FunctionalInterface
  interface Effect {
    void happen() throws Exception;
  }

  @Override
  void close();

  /** Closes what a guard has opened. */
  static void closeAll(AutoCloseable... open) {
    for (AutoCloseable it : open) {
      try {
        it.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while closing", e);
      } catch (Exception e) {
        throw new IllegalStateException("not closed: " + it, e);
      }
    }
  }
}
