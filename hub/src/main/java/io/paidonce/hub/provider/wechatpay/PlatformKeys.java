package io.paidonce.hub.provider.wechatpay;

import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.RsaKey;
import io.paidonce.hub.provider.Settings;
import io.paidonce.hub.provider.wechatpayv2.WechatMerchant;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPrivateKey;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * WeChat Pay's keys by serial: public keys by their opaque id, platform certificates by number.
 * Both kinds may be live together; there is never "any key".
 */
final class PlatformKeys {

  private static final String PUBLIC_KEYS = "public-keys";
  private static final String CERTIFICATES = "certificates";
  private static final String OPAQUE = "PUB_KEY_ID_";
  private static final Pattern HEX = Pattern.compile("[0-9A-Fa-f]{1,64}");

  /** A key and when it may be used. */
  private record Entry(RsaKey key, Instant from, Instant until) {}

  private final Map<String, Entry> bySerial = new LinkedHashMap<>();

  private PlatformKeys() {}

  static PlatformKeys read(Settings settings, WechatMerchant merchant, Instant now) {
    PlatformKeys keys = new PlatformKeys();
    settings
        .optionalPublicKeys(PUBLIC_KEYS)
        .forEach(
            (id, key) -> {
              if (!id.startsWith(OPAQUE)) {
                throw settings.bad(
                    PUBLIC_KEYS + "." + id,
                    "is not a key id; copy it whole, it starts with " + OPAQUE);
              }
              keys.bySerial.put(id, new Entry(key, Instant.MIN, Instant.MAX));
            });
    List<X509Certificate> certificates = settings.optionalCertificates(CERTIFICATES);
    Optional<PrivateKey> own = settings.optionalPrivateKey("merchant-private-key");
    Optional<String> ownSerial = settings.optionalText("merchant-serial");
    for (X509Certificate certificate : certificates) {
      requirePlatform(settings, certificate, merchant, own, ownSerial);
      keys.bySerial.put(
          folded(certificate.getSerialNumber().toString(16)),
          new Entry(
              settings.rsaKey(CERTIFICATES, certificate),
              certificate.getNotBefore().toInstant(),
              certificate.getNotAfter().toInstant()));
    }
    if (keys.bySerial.isEmpty()) {
      throw settings.bad(PUBLIC_KEYS, "is missing; set it, or " + CERTIFICATES);
    }
    if (keys.bySerial.values().stream().noneMatch(e -> e.until().isAfter(now))) {
      throw settings.bad(CERTIFICATES, "holds only expired certificates; download the current one");
    }
    return keys;
  }

  /** The key of exactly this serial, if it may be used at this time. */
  RsaKey key(String serial, Instant at) throws NotBelieved {
    Entry entry = bySerial.get(folded(serial));
    if (entry == null) {
      throw new NotBelieved(
          Refusal.UNKNOWN_KEY,
          "Wechatpay-Serial "
              + NotBelieved.shown(serial)
              + " is none of our keys "
              + bySerial.keySet());
    }
    if (at.isBefore(entry.from()) || at.isAfter(entry.until())) {
      throw new NotBelieved(
          Refusal.UNKNOWN_KEY,
          "certificate "
              + folded(serial)
              + " is valid only from "
              + entry.from()
              + " until "
              + entry.until());
    }
    return entry.key();
  }

  /** Certificate numbers are hex in any case and with any leading zeros; key ids are opaque. */
  private static String folded(String serial) {
    return HEX.matcher(serial).matches()
        ? serial.toUpperCase(Locale.ROOT).replaceFirst("^0+(?=.)", "")
        : serial;
  }

  private static void requirePlatform(
      Settings settings,
      X509Certificate certificate,
      WechatMerchant merchant,
      Optional<PrivateKey> own,
      Optional<String> ownSerial) {
    boolean sameKey =
        own.isPresent()
            && own.get() instanceof RSAPrivateKey rsa
            && rsa.getModulus()
                .equals(settings.rsaKey(CERTIFICATES, certificate).key().getModulus());
    boolean sameSerial =
        ownSerial.isPresent()
            && folded(ownSerial.get()).equals(folded(certificate.getSerialNumber().toString(16)));
    String subject = certificate.getSubjectX500Principal().getName();
    if (sameKey
        || sameSerial
        || ("," + subject + ",").contains(",CN=" + merchant.merchantId() + ",")) {
      throw settings.bad(
          CERTIFICATES,
          "holds the merchant's own certificate (subject "
              + subject
              + ", issuer "
              + certificate.getIssuerX500Principal().getName()
              + "); set the platform certificate of WeChat Pay");
    }
  }
}
