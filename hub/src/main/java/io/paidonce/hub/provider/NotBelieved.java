package io.paidonce.hub.provider;

import java.util.regex.Pattern;

/**
 * Thrown by the readers inside this room; each channel's {@code verify} turns it into a {@link
 * Verdict.Refused}, so it never leaves the room. Carries no stack trace: junk must stay cheap.
 */
public final class NotBelieved extends Exception {

  private static final long serialVersionUID = 1L;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.:/-]{1,64}");

  private final Refusal reason;

  public NotBelieved(Refusal reason, String detail) {
    super(detail, null, false, false);
    this.reason = reason;
  }

  /** This, as the answer of a channel. */
  public Verdict.Refused refused(Answers answers) {
    return new Verdict.Refused(reason, detail(), answers);
  }

  public Refusal reason() {
    return reason;
  }

  public String detail() {
    String detail = getMessage();
    return detail == null ? reason.name() : detail;
  }

  /** A sender's id fit for a detail: itself if it is short and plain, else only its length. */
  public static String shown(String id) {
    return ID.matcher(id).matches() ? id : "(" + id.length() + " characters)";
  }
}
