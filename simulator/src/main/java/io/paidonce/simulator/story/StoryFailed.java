package io.paidonce.simulator.story;

/** The story could not be told to its end; the message is the one line to show. */
public final class StoryFailed extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StoryFailed(String message) {
    super(message);
  }
}
