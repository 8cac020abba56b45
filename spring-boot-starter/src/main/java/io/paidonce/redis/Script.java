package io.paidonce.redis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** The scripts, each one atomic step in the server, by the server's clock. */
enum Script {
  CLAIM,
  ALIGN,
  OWNED,
  RENEW,
  COMPLETE,
  RELEASE,
  DOUBT,
  FIND,
  FREE,
  FORM_ISSUE,
  FORM_CONSUME,
  FORM_GIVE_BACK;

  private final String text;
  private final String sha1;

  Script() {
    String resource = name().toLowerCase(Locale.ROOT) + ".lua";
    try (InputStream in = Script.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the script " + resource + " is not on the class path");
      }
      byte[] bytes = in.readAllBytes();
      this.text = new String(bytes, StandardCharsets.UTF_8);
      this.sha1 = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new IllegalStateException("the script " + resource + " cannot be read", e);
    }
  }

  String text() {
    return text;
  }

  /** Its name in the server, which knows scripts by SHA-1. */
  String sha1() {
    return sha1;
  }

  /** For messages. */
  String step() {
    return name().toLowerCase(Locale.ROOT);
  }
}
