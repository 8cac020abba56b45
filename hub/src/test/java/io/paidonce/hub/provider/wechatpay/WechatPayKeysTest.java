package io.paidonce.hub.provider.wechatpay;

import static io.paidonce.hub.provider.Verdicts.events;
import static io.paidonce.hub.provider.Verdicts.open;
import static io.paidonce.hub.provider.Verdicts.reason;
import static io.paidonce.hub.provider.Verdicts.with;
import static io.paidonce.hub.provider.Verdicts.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.hub.provider.NotifyRequest;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.TestCertificates;
import io.paidonce.hub.provider.TestKeys;
import io.paidonce.hub.provider.Verdict;
import io.paidonce.hub.provider.Verdicts;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WechatPayKeysTest {

  private static final Instant UNTIL = Instant.parse("2026-04-01T00:00:00Z");
  private static final KeyPair TENPAY = TestKeys.pair("RSA", 2048);
  private static final KeyPair OLD = TestKeys.pair("RSA", 2048);
  private static final String OLD_SERIAL = "0A57F09EFDC096DE15EBE81A47057A7232F1B8E1";
  private static final String NEXT_SERIAL = "5157F09EFDC096DE15EBE81A47057A7232F1B8E1";

  private static final X509Certificate OLD_CERTIFICATE =
      certificate("Tenpay.com sign", OLD_SERIAL, OLD, UNTIL);
  private static final X509Certificate NEXT_CERTIFICATE =
      certificate(
          "Tenpay.com sign", NEXT_SERIAL, TestKeys.NEXT, Instant.parse("2031-01-01T00:00:00Z"));

  private static final Map<String, Object> SETTINGS =
      with(
          Sealed.SETTINGS,
          "certificates",
          Map.of(
              "0", TestCertificates.pem(OLD_CERTIFICATE),
              "1", TestCertificates.pem(NEXT_CERTIFICATE)));

  private static final ProviderChannel CHANNEL = open(SETTINGS);

  private static X509Certificate certificate(
      String subject, String serial, KeyPair pair, Instant until) {
    return TestCertificates.leaf(
        subject,
        new BigInteger(serial, 16),
        pair.getPublic(),
        until,
        "Tenpay.com Root CA",
        TENPAY.getPrivate());
  }

  private static Verdict verify(ProviderChannel channel, KeyPair pair, String serial, Instant at) {
    byte[] body = Sealed.envelope("TRANSACTION.SUCCESS", Sealed.PAYMENT);
    return channel.verify(
        new NotifyRequest(
            Sealed.headers(body, pair.getPrivate(), serial, at.getEpochSecond()), body, at));
  }

  @Test
  void publicKeyAndEveryLiveCertificateAreAccepted() { // C144, S16
    Instant now = Verdicts.NOW;
    assertThat(events(verify(CHANNEL, TestKeys.PROVIDER, Sealed.SERIAL, now))).hasSize(1);
    assertThat(events(verify(CHANNEL, OLD, OLD_SERIAL, now))).hasSize(1);
    assertThat(events(verify(CHANNEL, TestKeys.NEXT, NEXT_SERIAL, now))).hasSize(1);
    assertThat(reason(verify(CHANNEL, OLD, NEXT_SERIAL, now))).isEqualTo(Refusal.SIGNATURE);
    assertThat(reason(verify(CHANNEL, OLD, Sealed.SERIAL, now))).isEqualTo(Refusal.SIGNATURE);
  }

  @Test
  void expiredCertificateIsRefused() { // C144
    Instant later = UNTIL.plusSeconds(1);
    assertThat(reason(verify(CHANNEL, OLD, OLD_SERIAL, later))).isEqualTo(Refusal.UNKNOWN_KEY);
    assertThat(events(verify(CHANNEL, TestKeys.NEXT, NEXT_SERIAL, later))).hasSize(1);
  }

  @Test
  void afterTheCutOverOnlyTheNewKeyIsKnown() { // S16
    ProviderChannel cutOver = open(Sealed.SETTINGS);
    assertThat(reason(verify(cutOver, OLD, OLD_SERIAL, Verdicts.NOW)))
        .isEqualTo(Refusal.UNKNOWN_KEY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        OLD_SERIAL,
        "A57F09EFDC096DE15EBE81A47057A7232F1B8E1",
        "a57f09efdc096de15ebe81a47057a7232f1b8e1",
        "000A57F09EFDC096DE15EBE81A47057A7232F1B8E1"
      })
  void serialsCompareAsHexWithoutLeadingZeros(String serial) { // C146
    assertThat(events(verify(CHANNEL, OLD, serial, Verdicts.NOW))).hasSize(1);
  }

  @Test
  void decimalAndZeroSerialsAreUnknown() { // C146
    String decimal = new BigInteger(OLD_SERIAL, 16).toString();
    for (String serial : List.of(decimal, "0", "000")) {
      assertThat(reason(verify(CHANNEL, OLD, serial, Verdicts.NOW))).isEqualTo(Refusal.UNKNOWN_KEY);
    }
  }

  @Test
  void keyIdsAreOpaque() { // C149
    for (String id : List.of(Sealed.SERIAL + "0", "0" + Sealed.SERIAL, "119000001002026")) {
      assertThat(reason(verify(CHANNEL, TestKeys.PROVIDER, id, Verdicts.NOW)))
          .isEqualTo(Refusal.UNKNOWN_KEY);
    }
    assertThatThrownBy(
            () ->
                open(
                    with(
                        Sealed.SETTINGS,
                        "public-keys",
                        Map.of("0119", TestKeys.publicKey(TestKeys.PROVIDER)))))
        .hasMessageStartingWith("paidonce.channels.shop.public-keys.0119: is not a key id");
  }

  @Test
  void merchantsOwnCertificateIsNotThePlatforms() { // C147, S16
    String subjectIsOurs =
        TestCertificates.pem(certificate(Sealed.MERCHANT, "77", TestKeys.MERCHANT, UNTIL));
    assertThatThrownBy(() -> open(with(Sealed.SETTINGS, "certificates", subjectIsOurs)))
        .hasMessageStartingWith("paidonce.channels.shop.certificates: holds the merchant's own")
        .hasMessageContaining("CN=1900000100", "Tenpay.com Root CA");
    String serialIsOurs = OLD_SERIAL.substring(1);
    assertThatThrownBy(() -> open(with(SETTINGS, "merchant-serial", serialIsOurs)))
        .hasMessageContaining("holds the merchant's own");
    String keyIsOurs = TestKeys.privateKey(OLD);
    assertThatThrownBy(() -> open(with(SETTINGS, "merchant-private-key", keyIsOurs)))
        .hasMessageContaining("holds the merchant's own");
  }

  @Test
  void onlyExpiredCertificatesAreRefusedAtStart() {
    X509Certificate old =
        certificate("Tenpay.com sign", "88", OLD, Instant.parse("2026-01-01T00:00:00Z"));
    Map<String, Object> settings =
        with(without(SETTINGS, "public-keys"), "certificates", TestCertificates.pem(old));
    assertThatThrownBy(() -> open(settings)).hasMessageContaining("only expired");
    assertThatThrownBy(() -> open(without(Sealed.SETTINGS, "public-keys")))
        .hasMessageStartingWith("paidonce.channels.shop.public-keys: is missing");
  }
}
