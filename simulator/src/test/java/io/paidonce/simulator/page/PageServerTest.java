package io.paidonce.simulator.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.NotificationSigner;
import io.paidonce.simulator.ProviderKeys;
import io.paidonce.simulator.alipay.AlipayMerchant;
import io.paidonce.simulator.alipay.AlipaySigner;
import io.paidonce.simulator.sending.AttemptLog;
import io.paidonce.simulator.sending.Sender;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PageServerTest {

  private final HttpClient http = HttpClient.newHttpClient();
  private final AtomicReference<String> received = new AtomicReference<>("");
  private final Sender sender = new Sender(Clock.systemUTC(), new AttemptLog());
  private HttpServer receiver;
  private PageServer page;
  private int port;

  @BeforeEach
  void start() throws Exception {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/notify",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          received.set(new String(body, StandardCharsets.US_ASCII));
          exchange.getResponseHeaders().set("Content-Type", "text/plain");
          exchange.sendResponseHeaders(200, 7);
          exchange.getResponseBody().write("success".getBytes(StandardCharsets.US_ASCII));
          exchange.close();
        });
    receiver.start();
    ProviderKeys keys = ProviderKeys.generate();
    AlipayMerchant merchant = new AlipayMerchant("2021000000000001", "2088000000000001");
    Map<Dialect, NotificationSigner> signers =
        Map.of(Dialect.ALIPAY, new AlipaySigner(merchant, keys.provider().getPrivate()));
    page =
        new PageServer(0, () -> Html.serve("channels: <here>"))
            .withControl(new ControlServlet(signers, signers, sender, Clock.systemUTC()));
    port = page.start();
  }

  @AfterEach
  void stop() {
    page.close();
    sender.close();
    receiver.stop(0);
  }

  @Test
  void pageIsSelfContainedAndEscaped() throws Exception {
    HttpResponse<String> answer = call(request("/").GET());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).contains("text/html;charset=UTF-8");
    assertThat(answer.body())
        .contains("channels: &lt;here&gt;")
        .doesNotContain("<script", "src=", "href=");
    assertThat(call(request("/elsewhere").GET()).statusCode()).isEqualTo(404);
  }

  @Test
  void oneNotificationIsFiredOnRequest() throws Exception {
    String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/notify";
    HttpResponse<String> answer =
        send(
            "application/json",
            ("{\"url\":\"%s\",\"dialect\":\"alipay\","
                    + "\"outTradeNo\":\"T20260301\",\"amountFen\":8880}")
                .formatted(url));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("\"verdict\":\"ACCEPTED\"", "\"body\":\"success\"");
    assertThat(received.get()).contains("total_amount=88.80", "out_trade_no=T20260301");
  }

  @Test
  void requestsThatCannotBeSentAreRefused() throws Exception {
    assertRefused("text/plain", "{}", "Content-Type must be application/json");
    assertRefused("application/json", "not json", "the body is not JSON");
    assertRefused("application/json", "{}", "url is missing");
    assertRefused("application/json", "{\"url\":\"file:///etc\"}", "url must begin with http");
    assertRefused(
        "application/json",
        "{\"url\":\"http://127.0.0.1:1\",\"dialect\":\"paypal\",\"outTradeNo\":\"T\"}",
        "unknown dialect paypal");
    String tooLong = "\"" + "x".repeat(ControlServlet.BODY_BYTES_MAX) + "\"";
    assertRefused("application/json", tooLong, "exceeds");
  }

  private void assertRefused(String type, String body, String why) throws Exception {
    HttpResponse<String> answer = send(type, body);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains(why);
  }

  private HttpResponse<String> send(String type, String body) throws Exception {
    return call(
        request("/simulator/send")
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  private HttpResponse<String> call(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
