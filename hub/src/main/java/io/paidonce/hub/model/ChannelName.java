package io.paidonce.hub.model;

import java.util.regex.Pattern;

/** The operator's name of one merchant's contract with one provider; part of the notify URL. */
public record ChannelName(String value) {

  private static final Pattern SHAPE = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

  public ChannelName {
    if (!SHAPE.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "a channel is named by 1 to 63 of a-z, 0-9 and -, starting with a letter or digit");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
