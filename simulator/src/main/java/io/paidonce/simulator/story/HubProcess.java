package io.paidonce.simulator.story;

/** The hub under test, as something that can be started and killed. */
public interface HubProcess {

  /**
   * Starts the hub and returns when it is ready.
   *
   * @throws StoryFailed when it ends or is not ready in time
   */
  void start() throws InterruptedException;

  /** Ends it without any warning, as a power cut would. */
  void killHard() throws InterruptedException;

  /** Asks it to end, and makes sure it does. Does nothing when it is not running. */
  void stop();
}
