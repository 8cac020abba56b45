package io.paidonce.web;

import io.paidonce.Fingerprint;
import io.paidonce.web.IdempotentRequest.Part;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.RequestPath;

/**
 * Reads what a request asks for, in a form that has a {@link Fingerprint}: JSON and forms by their
 * content, uploads part by part, all else byte by byte.
 */
final class RequestReader {

  /** A body was sent that is larger than what is compared. */
  static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1L;

    TooLarge(int bytesMax) {
      super("a body of more than " + bytesMax + " bytes");
    }
  }

  /**
   * A request that was read.
   *
   * @param content what it asks for
   * @param body to be read again by the handler; null if it was not read here
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Read(Map<String, @Nullable Object> content, byte @Nullable [] body) {}

  private final int bytesMax;
  private final @Nullable JsonContent json;

  /**
   * A reader.
   *
   * @param bytesMax of a body that is no upload
   * @param json null to compare JSON byte by byte
   */
  RequestReader(int bytesMax, @Nullable JsonContent json) {
    this.bytesMax = bytesMax;
    this.json = json;
  }

  /**
   * The content of a request.
   *
   * @param path as the handler's mapping has parsed it
   * @throws TooLarge if the body is
   */
  Read read(HttpServletRequest request, RequestPath path, Set<Part> parts)
      throws IOException, ServletException {
    Map<String, @Nullable Object> content = new LinkedHashMap<>();
    content.put("method", request.getMethod());
    if (parts.contains(Part.PATH)) {
      content.put("path", segments(path));
    }
    if (parts.contains(Part.QUERY)) {
      content.put("query", query(request.getQueryString()));
    }
    return new Read(content, parts.contains(Part.BODY) ? body(request, content) : null);
  }

  private static List<Object> segments(RequestPath path) {
    List<Object> segments = new ArrayList<>();
    for (PathContainer.Element element : path.pathWithinApplication().elements()) {
      if (element instanceof PathContainer.PathSegment segment) {
        segments.add(List.of(segment.valueToMatch(), Map.copyOf(segment.parameters())));
      }
    }
    return segments;
  }

  /** By name; text that cannot be decoded is taken as it stands. */
  private static Object query(@Nullable String query) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    if (query == null) {
      return values;
    }
    try {
      for (String pair : query.split("&", -1)) {
        int middle = pair.indexOf('=');
        String name = middle < 0 ? pair : pair.substring(0, middle);
        String value = middle < 0 ? "" : pair.substring(middle + 1);
        values.computeIfAbsent(decoded(name), it -> new ArrayList<>()).add(decoded(value));
      }
      return values;
    } catch (IllegalArgumentException e) {
      return query;
    }
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private byte @Nullable [] body(HttpServletRequest request, Map<String, @Nullable Object> content)
      throws IOException, ServletException {
    MediaType type = type(request.getContentType());
    if (MediaType.MULTIPART_FORM_DATA.equalsTypeAndSubtype(type)) {
      content.put("body", Uploads.of(request.getParts()));
      return null;
    }
    if (request.getContentLengthLong() > bytesMax) {
      throw new TooLarge(bytesMax);
    }
    Map<String, List<String>> form = new LinkedHashMap<>();
    if (MediaType.APPLICATION_FORM_URLENCODED.equalsTypeAndSubtype(type)) {
      request.getParameterMap().forEach((name, values) -> form.put(name, List.of(values)));
    }
    byte[] bytes = request.getInputStream().readNBytes(bytesMax + 1);
    if (bytes.length > bytesMax || length(form) > bytesMax) {
      throw new TooLarge(bytesMax);
    }
    put(content, request, type, form, bytes);
    return bytes;
  }

  private void put(
      Map<String, @Nullable Object> content,
      HttpServletRequest request,
      @Nullable MediaType type,
      Map<String, List<String>> form,
      byte[] bytes) {
    if (!form.isEmpty()) {
      content.put("body", List.of("form", form, bytes));
    } else if (bytes.length == 0) {
      content.put("body", "none");
    } else if (json == null || type == null || !isJson(type) || encoded(request)) {
      content.put("body", raw(request, bytes));
    } else {
      try {
        Object tree = json.read(bytes, type.getCharset());
        var unused = Fingerprint.of(tree);
        members(content, tree);
      } catch (IllegalArgumentException | ArithmeticException e) {
        content.put("body", raw(request, bytes));
      }
    }
  }

  /** The outermost members one by one, so that a refusal can name those that differ. */
  private static void members(Map<String, @Nullable Object> content, @Nullable Object tree) {
    if (tree instanceof Map<?, ?> object) {
      content.put("body", "object");
      object.forEach((name, value) -> content.put("body." + name, value));
    } else {
      content.put("body", Arrays.asList("json", tree));
    }
  }

  private static List<Object> raw(HttpServletRequest request, byte[] bytes) {
    String type = request.getContentType();
    return List.of("bytes", type == null ? "" : type, bytes);
  }

  private static boolean encoded(HttpServletRequest request) {
    String encoding = request.getHeader("Content-Encoding");
    return encoding != null && !encoding.equalsIgnoreCase("identity");
  }

  private static boolean isJson(MediaType type) {
    return type.getSubtype().equals("json") || type.getSubtype().endsWith("+json");
  }

  private static @Nullable MediaType type(@Nullable String text) {
    try {
      return text == null ? null : MediaType.parseMediaType(text);
    } catch (InvalidMediaTypeException e) {
      return null;
    }
  }

  private static long length(Map<String, List<String>> form) {
    long length = 0;
    for (Map.Entry<String, List<String>> field : form.entrySet()) {
      for (String value : field.getValue()) {
        length += field.getKey().length() + value.length();
      }
    }
    return length;
  }
}
