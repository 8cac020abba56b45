package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** Two requests are the same if they ask for the same, however that is written. */
class ContentOverHttpTest {

  @RestController
  @IdempotentRequest
  static class Desk {
    final AtomicInteger runs = new AtomicInteger();

    @PostMapping("/raw")
    String raw(@RequestBody(required = false) byte[] body) {
      return runs.incrementAndGet() + ":" + (body == null ? 0 : body.length);
    }

    @PostMapping("/items/{id}/**")
    String item(@PathVariable String id) {
      return id + runs.incrementAndGet();
    }

    @PutMapping("/form")
    String changed(@RequestParam String a, @RequestParam String b) {
      return a + b + runs.incrementAndGet();
    }

    @PostMapping("/form")
    String form(@RequestBody MultiValueMap<String, String> form) {
      return form.toString() + runs.incrementAndGet();
    }

    @PostMapping("/upload")
    String upload(@RequestParam MultipartFile file, @RequestParam String note) throws Exception {
      return file.getOriginalFilename() + file.getBytes().length + note + runs.incrementAndGet();
    }

    @PostMapping("/key-alone")
    @IdempotentRequest(fingerprint = {})
    String keyAlone(@RequestBody String body) {
      return body + runs.incrementAndGet();
    }
  }

  private static Site site;

  @BeforeAll
  static void start() {
    site = Site.of(Stand.CLAIM, Desk.class);
  }

  @AfterAll
  static void stop() {
    site.close();
  }

  private record Request(String method, String path, String type, byte[] body) {

    Site.Reply send(String key) {
      Site.Call call = site.call(method, path).key(key);
      return (type.isEmpty() ? call : call.body(type, body)).send();
    }
  }

  private static Request json(String text) {
    return json("application/json", text, StandardCharsets.UTF_8);
  }

  private static Request json(String type, String text, Charset charset) {
    return new Request("POST", "/raw", type, text.getBytes(charset));
  }

  private static Request to(String path) {
    return new Request("POST", path, "", new byte[0]);
  }

  private static Request form(String method, String text) {
    return new Request(
        method,
        "/form",
        "application/x-www-form-urlencoded",
        text.getBytes(StandardCharsets.UTF_8));
  }

  private static Request upload(String boundary, String name, String content) {
    String text =
        "--B\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nsame\r\n"
            + "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\""
            + name
            + "\"\r\nContent-Type: text/plain\r\n\r\n"
            + content
            + "\r\n--B--\r\n";
    return new Request(
        "POST",
        "/upload",
        "multipart/form-data; boundary=" + boundary,
        text.replace("--B", "--" + boundary).getBytes(StandardCharsets.UTF_8));
  }

  private static void same(Request first, Request second) {
    String key = UUID.randomUUID().toString();
    Site.Reply one = first.send(key);
    Site.Reply two = second.send(key);
    assertThat(one.status()).as(one.text()).isEqualTo(200);
    assertThat(two.replayed()).as(two.text()).isTrue();
    assertThat(two.text()).isEqualTo(one.text());
  }

  private static void different(Request first, Request second) {
    String key = UUID.randomUUID().toString();
    Site.Reply one = first.send(key);
    Site.Reply two = second.send(key);
    assertThat(one.status()).as(one.text()).isEqualTo(200);
    assertThat(two.status()).as(two.text()).isEqualTo(422);
    assertThat(two.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
  }

  @Test
  void jsonIsComparedByContent() {
    Request first = json("{\"amount\": 10.00, \"to\": \"\u4e2d\", \"lines\": [1, {\"a\": null}]}");
    same(first, json("{\"to\":\"\\u4e2d\",\"lines\":[1.0,{\"a\":null}],\"amount\":1e1}"));
    same(first, json("application/json;charset=UTF-8", text(first), StandardCharsets.UTF_8));
    same(first, json("application/json", text(first), StandardCharsets.UTF_16BE));
    same(first, json("application/json;charset=GB18030", text(first), Charset.forName("GB18030")));
    same(first, json("application/order+json", text(first), StandardCharsets.UTF_8)); // F26
  }

  private static String text(Request request) {
    return new String(request.body(), StandardCharsets.UTF_8);
  }

  @Test
  void otherContentIsAnotherRequest() {
    different(json("{\"a\": 10.00}"), json("{\"a\": 10.01}"));
    different(json("{\"a\": 10}"), json("{\"a\": \"10\"}"));
    different(json("{\"a\": null}"), json("{}"));
    different(json("[1, 2]"), json("[2, 1]"));
    different(json("null"), json(""));
    different(json("{\"a\": 9007199254740993}"), json("{\"a\": 9007199254740992}"));
    different(json("\"\u00e9\""), json("\"e\u0301\"")); // F26
  }

  @Test
  void jsonThatCannotBeComparedByContentIsComparedByteByByte() {
    for (String text : new String[] {"{\"a\":1,\"a\":2}", "{broken", "[1] 2", "1e999999999999"}) {
      same(json(text), json(text));
      different(json(text), json(text + " "));
    }
    String deep = "[".repeat(80) + "]".repeat(80);
    same(json(deep), json(deep));
    different(json(deep), json("[" + deep + "]"));
  }

  @Test
  void otherBodiesAreComparedByteByByte() {
    Request text = new Request("POST", "/raw", "text/plain", new byte[] {'a', 0, -1});
    same(text, new Request("POST", "/raw", "text/plain", new byte[] {'a', 0, -1}));
    different(text, new Request("POST", "/raw", "text/plain", new byte[] {'a', 0, -2}));
    different(text, new Request("POST", "/raw", "text/csv", new byte[] {'a', 0, -1}));
    different(text, to("/raw"));
  }

  @Test
  void pathAndQueryAreComparedByContent() {
    same(to("/items/a%62/x?p=1&q=2&p=3"), to("/items/ab/x?q=2&p=1&p=3"));
    different(to("/items/a/x"), to("/items/b/x"));
    different(to("/items/a/x"), to("/items/a/y"));
    different(to("/items/a/x?p=1"), to("/items/a/x?p=2"));
    different(to("/items/a/x?p=1&p=2"), to("/items/a/x?p=2&p=1"));
  }

  @Test
  void formsAreComparedByFieldsAndReachTheHandler() {
    same(form("POST", "a=1&b=%32"), form("POST", "b=2&a=1"));
    same(form("PUT", "a=1&b=2"), form("PUT", "b=2&a=1"));
    different(form("POST", "a=1&b=2"), form("POST", "a=1&b=3"));
    different(form("PUT", "a=1&b=2"), form("PUT", "a=2&b=2"));
    assertThat(form("POST", "a=1&b=2").send("form").text()).startsWith("{a=[1], b=[2]}");
    assertThat(form("PUT", "a=1&b=2").send("form").text()).startsWith("12");
  }

  @Test
  void uploadsAreComparedPartByPartAndReachTheHandler() {
    Request first = upload("one", "a.txt", "content");
    same(first, upload("two", "a.txt", "content"));
    different(first, upload("one", "a.txt", "other"));
    different(first, upload("one", "b.txt", "content"));
    assertThat(first.send("upload").text()).startsWith("a.txt7same");
  }

  @Test
  void theKeyAloneCountsWhereThatIsSaid() {
    Request first = new Request("POST", "/key-alone", "text/plain", new byte[] {'a'});
    same(first, new Request("POST", "/key-alone?x=1", "text/plain", new byte[] {'b'}));
  }
}
