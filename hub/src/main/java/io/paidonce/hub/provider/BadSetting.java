package io.paidonce.hub.provider;

/**
 * A setting that cannot be used. The message names the property first, then what is wrong, then
 * what to do; it never holds the value.
 */
public final class BadSetting extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String property;

  public BadSetting(String property, String problem) {
    super(property + ": " + problem);
    this.property = property;
  }

  /** The full name of the property. */
  public String property() {
    return property;
  }
}
