package io.paidonce.hub.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.hub.model.ChannelName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelsTest {

  private static final String PUBLIC_KEY = TestKeys.publicKey(TestKeys.PROVIDER);
  private static final String OWN_KEY = TestKeys.privateKey(TestKeys.MERCHANT);
  private static final String CERTIFICATE =
      TestCertificates.pem(
          TestCertificates.leaf(
              "sign",
              java.math.BigInteger.TWO,
              TestKeys.NEXT.getPublic(),
              Instant.parse("2031-01-01T00:00:00Z"),
              "Root",
              TestKeys.NEXT.getPrivate()));

  private static final Map<String, Object> ALIPAY =
      Map.of(
          "provider", "alipay",
          "app-id", "2021000000000001",
          "seller-id", "2088000000000001",
          "alipay-public-key", PUBLIC_KEY,
          "app-private-key", OWN_KEY,
          "gateway", "https://openapi.alipay.com/gateway.do",
          "sign-type", "RSA2");
  private static final Map<String, Object> ALIPAY_CERTIFIED =
      Map.of(
          "provider", "alipay",
          "app-id", "2021000000000002",
          "seller-id", "2088000000000001",
          "alipay-certificates", CERTIFICATE);
  private static final Map<String, Object> WECHAT =
      Map.of(
          "provider",
          "wechatpay",
          "merchant-id",
          1900000100,
          "app-ids",
          List.of("wx1", "wx2"),
          "sub-merchant-ids",
          Map.of("0", "1900000101"),
          "api-v3-key",
          "0123456789abcdef0123456789ABCDEF",
          "api-v2-key",
          "192006250b4c09247ec02edce69f6a2d",
          "public-keys",
          Map.of("PUB_KEY_ID_1", PUBLIC_KEY),
          "merchant-private-key",
          OWN_KEY,
          "base-url",
          "https://api.mch.weixin.qq.com",
          "freshness",
          300);
  private static final Map<String, Object> WECHAT_CERTIFIED =
      Map.of(
          "provider", "wechatpay",
          "merchant-id", "1900000200",
          "app-ids", "wx1,wx2",
          "api-v3-key", "0123456789abcdef0123456789ABCDEF",
          "certificates", CERTIFICATE,
          "merchant-serial", "77");
  private static final Map<String, Object> WECHAT_V2 =
      Map.of(
          "provider", "wechatpay-v2",
          "merchant-id", "10000100",
          "app-ids", Map.of("0", "wx1"),
          "api-key", "192006250b4c09247ec02edce69f6a2d",
          "sign-type", List.of("HMAC-SHA256", "MD5"),
          "base-url", "https://api.mch.weixin.qq.com");
  private static final List<Map<String, Object>> GOOD =
      List.of(ALIPAY, ALIPAY_CERTIFIED, WECHAT, WECHAT_CERTIFIED, WECHAT_V2);
  private static final List<String> OPTIONAL =
      List.of(
          "app-private-key",
          "gateway",
          "sign-type",
          "sub-merchant-ids",
          "api-v2-key",
          "merchant-private-key",
          "merchant-serial",
          "base-url",
          "freshness");

  private static Map<ChannelName, ProviderChannel> openAll(List<Map<String, Object>> settings) {
    Map<ChannelName, Map<String, Object>> all = new LinkedHashMap<>();
    settings.forEach(s -> all.put(new ChannelName("c" + all.size()), s));
    return Channels.open(all, Clock.fixed(Verdicts.NOW, ZoneOffset.UTC));
  }

  /** Every setting of every provider with every value that is none. */
  static Stream<Arguments> valuesThatAreNone() {
    List<Arguments> cases = new ArrayList<>();
    for (Map<String, Object> good : GOOD) {
      for (String name : new java.util.TreeSet<>(good.keySet())) {
        if (!OPTIONAL.contains(name)) {
          cases.add(Arguments.of(good, name, null));
        }
        for (String none : List.of("", " ", "${X}", "changeme", "CHANGE-ME", "default_secret")) {
          cases.add(Arguments.of(good, name, none));
          Object value = good.get(name);
          if (value instanceof List) {
            cases.add(Arguments.of(good, name, List.of(none)));
          } else if (value instanceof Map<?, ?> map) {
            cases.add(Arguments.of(good, name, Map.of(map.keySet().iterator().next(), none)));
          }
        }
      }
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("valuesThatAreNone")
  void valueThatIsNoneStopsTheStart( // S20, S21, S22
      Map<String, Object> good, String name, @Nullable Object none) {
    Map<String, Object> bad = Verdicts.without(good, name);
    if (none != null) {
      bad.put(name, none);
    }
    assertThatThrownBy(() -> Verdicts.open(bad))
        .isInstanceOfSatisfying(
            BadSetting.class,
            e ->
                assertThat(e.property())
                    .startsWith("paidonce.channels.shop.")
                    .contains(named(name)))
        .message()
        .doesNotContain(none == null || none.toString().length() < 4 ? "\u0000" : none.toString());
  }

  /** Where either of two settings would do, the complaint names the usual one. */
  private static String named(String name) {
    return switch (name) {
      case "alipay-certificates" -> "alipay-";
      case "certificates" -> "";
      default -> name;
    };
  }

  @Test
  void allOfThemOpenInTheOrderGiven() {
    Map<ChannelName, ProviderChannel> channels = openAll(GOOD);
    assertThat(channels.values())
        .extracting(ProviderChannel::provider)
        .containsExactly("alipay", "alipay", "wechatpay", "wechatpay", "wechatpay-v2");
    channels.forEach((name, channel) -> assertThat(channel.name()).isEqualTo(name));
    assertThat(openAll(GOOD)).hasSize(5); // C151
    assertThatThrownBy(channels::clear).isInstanceOf(UnsupportedOperationException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 4})
  void oneContractIsOneChannel(int which) {
    assertThatThrownBy(() -> openAll(List.of(GOOD.get(which), GOOD.get(which))))
        .isInstanceOf(BadSetting.class)
        .hasMessageStartingWith("paidonce.channels.c1.")
        .hasMessageContaining("channel c0");
  }

  @Test
  void channelsOfOneMerchantInTwoDialectsShareTheMerchant() {
    Map<String, Object> v3 = Verdicts.with(WECHAT, "merchant-id", "10000100");
    assertThat(openAll(List.of(v3, WECHAT_V2)).values())
        .extracting(ProviderChannel::merchant)
        .containsOnly(new io.paidonce.hub.model.Merchant("wechatpay", "10000100"));
  }

  @Test
  void unknownSettingsAndProvidersAreRefused() {
    for (Map<String, Object> good : GOOD) {
      assertThatThrownBy(() -> Verdicts.open(Verdicts.with(good, "verify", "false"))) // S15
          .hasMessage(
              "paidonce.channels.shop.verify: is not a setting of this provider;"
                  + " correct or remove it");
    }
    assertThatThrownBy(() -> Verdicts.open(Map.of("provider", "stripe")))
        .hasMessageStartingWith(
            "paidonce.channels.shop.provider: is not known; use one of [alipay,");
  }

  @Test
  void weakSettingsAreRefused() {
    refuse(ALIPAY, "sign-type", "RSA"); // S10
    refuse(WECHAT_V2, "sign-type", "SHA1");
    refuse(WECHAT_V2, "sign-type", List.of("HMAC-SHA256", "none"));
    for (String freshness : List.of("0s", "2h", "PT999H", "-1s", "soon")) {
      refuse(WECHAT, "freshness", freshness);
    }
    for (String secret :
        List.of(
            "a".repeat(32),
            "short",
            "0123456789abcdef0123456789ABCDE",
            "0123456789abcdef0123456789ABCDEF0",
            " 123456789abcdef0123456789ABCDEF",
            "secretsecretsecretsecretsecret--",
            "测".repeat(16) + "0123456789abcdef")) { // S21
      refuse(WECHAT, "api-v3-key", secret);
      refuse(WECHAT, "api-v2-key", secret);
      refuse(WECHAT_V2, "api-key", secret);
    }
    refuse(ALIPAY, "gateway", "ftp://host/x");
    refuse(ALIPAY, "gateway", "no host at all");
    refuse(ALIPAY, "app-id", List.of("1", "2"));
    refuse(WECHAT, "public-keys", PUBLIC_KEY);
  }

  @Test
  void keysOfTheWrongKindAreRefused() { // S16
    KeyPair small = TestKeys.pair("RSA", 1024);
    KeyPair curve = TestKeys.pair("EC", 256);
    Map<String, String> wrong = new HashMap<>();
    wrong.put(OWN_KEY, "private key");
    wrong.put(TestKeys.pem("PRIVATE KEY", TestKeys.MERCHANT.getPrivate().getEncoded()), "private");
    wrong.put(TestKeys.pem("RSA PRIVATE KEY", new byte[] {48, 0}), "private");
    wrong.put(CERTIFICATE, "certificate");
    wrong.put(TestKeys.publicKey(small), "2048 bits");
    wrong.put(TestKeys.publicKey(curve), "not an RSA public key");
    wrong.put("AAAA", "not an RSA public key");
    wrong.put(TestKeys.publicKey(TestKeys.PROVIDER).substring(0, 300), "not an RSA public key");
    wrong.put(pem(TestKeys.PROVIDER) + pem(TestKeys.NEXT), "2 keys");
    wrong.forEach(
        (value, why) -> {
          assertThatThrownBy(() -> Verdicts.open(Verdicts.with(ALIPAY, "alipay-public-key", value)))
              .isInstanceOf(BadSetting.class)
              .hasMessageStartingWith("paidonce.channels.shop.alipay-public-key: ")
              .hasMessageContaining(why);
          refuse(WECHAT, "public-keys", Map.of("PUB_KEY_ID_1", value));
        });
    refuse(ALIPAY, "app-private-key", PUBLIC_KEY);
    refuse(ALIPAY, "app-private-key", TestKeys.privateKey(small));
    refuse(WECHAT_CERTIFIED, "certificates", PUBLIC_KEY);
    refuse(ALIPAY_CERTIFIED, "alipay-root-certificate", PUBLIC_KEY);
    refuse(Verdicts.with(ALIPAY, "app-private-key", OWN_KEY), "app-certificate", CERTIFICATE);
  }

  @Test
  void keysComeFromFilesTheClassPathOrInline(@TempDir Path directory) throws IOException {
    Path pem = Files.writeString(directory.resolve("key.pem"), "note\n" + pem(TestKeys.PROVIDER));
    Path der =
        Files.write(directory.resolve("key.der"), TestKeys.PROVIDER.getPublic().getEncoded());
    for (String value :
        List.of(
            "file:" + pem,
            "file://" + pem,
            "file:" + der,
            pem(TestKeys.PROVIDER),
            PUBLIC_KEY,
            PUBLIC_KEY.substring(0, 64) + "\n" + PUBLIC_KEY.substring(64),
            "classpath:provider/test-public-key.pem")) {
      assertThat(Verdicts.open(Verdicts.with(ALIPAY, "alipay-public-key", value))).isNotNull();
    }
    Path empty = Files.writeString(directory.resolve("empty"), "");
    for (String value :
        List.of(
            "file:" + directory.resolve("none"), "classpath:none", "file:" + empty, "file:\0")) {
      refuse(ALIPAY, "alipay-public-key", value);
    }
  }

  @Test
  void spellingOfNamesDoesNotMatterButTwoOfOneDo() {
    Map<String, Object> camel = Verdicts.without(ALIPAY, "app-id");
    camel.put("appId", "2021000000000001");
    assertThat(Verdicts.open(camel)).isNotNull();
    assertThatThrownBy(() -> Verdicts.open(Verdicts.with(camel, "app-id", "2")))
        .hasMessageContaining("set twice");
  }

  private static String pem(KeyPair pair) {
    return TestKeys.pem("PUBLIC KEY", pair.getPublic().getEncoded());
  }

  private static void refuse(Map<String, Object> good, String name, Object value) {
    assertThatThrownBy(() -> Verdicts.open(Verdicts.with(good, name, value)))
        .isInstanceOf(BadSetting.class)
        .hasMessageStartingWith("paidonce.channels.shop." + name)
        .message()
        .doesNotContain(value.toString().length() < 8 ? "\u0000" : value.toString());
  }
}
