package io.paidonce.web;

/** Text as JSON, for the few answers that are written without a library. */
final class Json {

  private Json() {}

  /** A string with its quotes; all that is not plain ASCII is escaped. */
  static String text(String text) {
    StringBuilder json = new StringBuilder(text.length() + 2).append('"');
    text.chars()
        .forEach(
            unit -> {
              if (unit == '"' || unit == '\\') {
                json.append('\\').append((char) unit);
              } else if (unit < ' ' || unit > '~') {
                json.append(String.format("\\u%04x", unit));
              } else {
                json.append((char) unit);
              }
            });
    return json.append('"').toString();
  }
}
