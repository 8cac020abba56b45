package io.paidonce.hub.provider.alipay;

import static io.paidonce.hub.provider.Verdicts.events;
import static io.paidonce.hub.provider.Verdicts.open;
import static io.paidonce.hub.provider.Verdicts.reason;
import static io.paidonce.hub.provider.Verdicts.with;
import static io.paidonce.hub.provider.Verdicts.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.hub.provider.BadSetting;
import io.paidonce.hub.provider.NotifyRequest;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.TestCertificates;
import io.paidonce.hub.provider.TestKeys;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AlipayCertificateModeTest {

  private static final Instant UNTIL = Instant.parse("2026-04-01T00:00:00Z");
  private static final KeyPair ROOT = TestKeys.pair("RSA", 2048);
  private static final KeyPair CLASS_1 = TestKeys.pair("RSA", 2048);
  private static final X509Certificate ROOT_CERTIFICATE =
      TestCertificates.authority("Root", ROOT.getPublic(), "Root", ROOT.getPrivate());
  private static final X509Certificate CLASS_1_CERTIFICATE =
      TestCertificates.authority("Class 1", CLASS_1.getPublic(), "Root", ROOT.getPrivate());
  private static final X509Certificate CURRENT = leaf(TestKeys.PROVIDER, 7, UNTIL);
  private static final X509Certificate NEXT =
      leaf(TestKeys.NEXT, 8, Instant.parse("2031-04-01T00:00:00Z"));

  private static final Map<String, Object> SETTINGS =
      with(
          without(SignedForm.SETTINGS, "alipay-public-key"),
          "alipay-certificates",
          List.of(
              TestCertificates.pem(CURRENT) + TestCertificates.pem(CLASS_1_CERTIFICATE),
              TestCertificates.pem(NEXT)));

  private static final ProviderChannel CHANNEL = open(SETTINGS);

  private static X509Certificate leaf(KeyPair pair, int serial, Instant until) {
    return TestCertificates.leaf(
        "Alipay",
        BigInteger.valueOf(serial),
        pair.getPublic(),
        until,
        "Class 1",
        CLASS_1.getPrivate());
  }

  @Test
  void eachLiveCertificateIsAccepted() { // C144, S16
    assertThat(events(CHANNEL.verify(SignedForm.payment().request()))).hasSize(1);
    SignedForm byNext = SignedForm.payment().by(TestKeys.NEXT.getPrivate());
    assertThat(events(CHANNEL.verify(byNext.request()))).hasSize(1);
    SignedForm byOwn = SignedForm.payment().by(TestKeys.MERCHANT.getPrivate());
    assertThat(reason(CHANNEL.verify(byOwn.request()))).isEqualTo(Refusal.SIGNATURE);
  }

  @Test
  void certificateNumberPicksTheCertificate() { // C154, S19
    String number = AlipayCertificates.number(CURRENT);
    assertThat(number).matches("[0-9a-f]{32}");
    SignedForm form = SignedForm.payment().with("alipay_cert_sn", number);
    assertThat(events(CHANNEL.verify(form.request()))).hasSize(1);
    assertThat(reason(CHANNEL.verify(form.by(TestKeys.NEXT.getPrivate()).request())))
        .isEqualTo(Refusal.SIGNATURE);
    SignedForm unknown = SignedForm.payment().with("alipay_cert_sn", "0".repeat(32));
    assertThat(reason(CHANNEL.verify(unknown.request()))).isEqualTo(Refusal.UNKNOWN_KEY);
  }

  @Test
  void expiredCertificateIsNotUsed() { // C144
    Instant later = UNTIL.plusSeconds(1);
    SignedForm form = SignedForm.payment();
    assertThat(reason(CHANNEL.verify(at(form, later)))).isEqualTo(Refusal.SIGNATURE);
    SignedForm named = form.with("alipay_cert_sn", AlipayCertificates.number(CURRENT));
    assertThat(reason(CHANNEL.verify(at(named, later)))).isEqualTo(Refusal.UNKNOWN_KEY);
    assertThat(events(CHANNEL.verify(at(form.by(TestKeys.NEXT.getPrivate()), later)))).hasSize(1);
  }

  @Test
  void chainIsCheckedAgainstAConfiguredRoot() {
    String root = TestCertificates.pem(ROOT_CERTIFICATE);
    assertThat(open(with(SETTINGS, "alipay-root-certificate", root)).provider())
        .isEqualTo("alipay");
    X509Certificate forged =
        TestCertificates.authority("Root", CLASS_1.getPublic(), "Root", CLASS_1.getPrivate());
    assertThatThrownBy(
            () -> open(with(SETTINGS, "alipay-root-certificate", TestCertificates.pem(forged))))
        .isInstanceOf(BadSetting.class)
        .hasMessageStartingWith("paidonce.channels.shop.alipay-certificates: ");
  }

  @Test
  void onlyExpiredCertificatesAreRefusedAtStart() {
    X509Certificate old = leaf(TestKeys.PROVIDER, 9, Instant.parse("2026-01-01T00:00:00Z"));
    assertThatThrownBy(() -> open(with(SETTINGS, "alipay-certificates", TestCertificates.pem(old))))
        .hasMessageContaining("expired");
    assertThatThrownBy(
            () ->
                open(
                    with(
                        SETTINGS,
                        "alipay-certificates",
                        TestCertificates.pem(CLASS_1_CERTIFICATE))))
        .hasMessageContaining("only authorities");
  }

  @Test
  void ownKeyIsNotAlipays() { // C147, S16
    String own = TestKeys.privateKey(TestKeys.PROVIDER);
    assertThatThrownBy(() -> open(with(SETTINGS, "app-private-key", own)))
        .hasMessageStartingWith("paidonce.channels.shop.alipay-certificates: is the app's own key");
    assertThatThrownBy(() -> open(with(SignedForm.SETTINGS, "app-private-key", own)))
        .hasMessageStartingWith("paidonce.channels.shop.alipay-public-key: is the app's own key");
    String appCertificate = TestCertificates.pem(CURRENT);
    assertThatThrownBy(() -> open(with(SETTINGS, "app-certificate", appCertificate)))
        .hasMessageContaining("is the app's own key");
  }

  @Test
  void oneModeAtATime() {
    assertThatThrownBy(
            () -> open(with(SETTINGS, "alipay-public-key", TestKeys.publicKey(TestKeys.PROVIDER))))
        .hasMessageContaining("keep one");
  }

  private static NotifyRequest at(SignedForm form, Instant instant) {
    return new NotifyRequest(Map.of(), form.request().body(), instant);
  }
}
