package io.paidonce.web;

import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an upload, each by its names, type and digest: the boundary between them, which is
 * new each time, makes no difference. Their size is limited where uploads are.
 */
final class Uploads {

  private static final int BUFFER_BYTES = 8192;

  private Uploads() {}

  static List<@Nullable Object> of(Collection<Part> parts) throws IOException {
    List<@Nullable Object> content = new ArrayList<>();
    content.add("multipart");
    for (Part part : parts) {
      content.add(
          Arrays.asList(
              part.getName(), part.getSubmittedFileName(), part.getContentType(), digest(part)));
    }
    return content;
  }

  private static byte[] digest(Part part) throws IOException {
    MessageDigest digest = sha256();
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream in = part.getInputStream()) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
    }
    return digest.digest();
  }

  /** A new digest of the one algorithm of this package. */
  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256, which every Java must have", e);
    }
  }
}
