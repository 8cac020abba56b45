package io.paidonce.hub.provider.alipay;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.provider.Asker;
import io.paidonce.hub.provider.Dialect;
import io.paidonce.hub.provider.OwnKey;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.RsaKey;
import io.paidonce.hub.provider.Settings;
import java.math.BigInteger;
import java.net.URI;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Opens Alipay channels, in key mode or in certificate mode. */
public final class AlipayDialect implements Dialect {

  static final String PROVIDER = "alipay";

  private static final String PUBLIC_KEY = "alipay-public-key";
  private static final String CERTIFICATES = "alipay-certificates";
  private static final String PRIVATE_KEY = "app-private-key";
  private static final String APP_CERTIFICATE = "app-certificate";
  private static final String ROOT_CERTIFICATE = "alipay-root-certificate";
  private static final URI GATEWAY = URI.create("https://openapi.alipay.com/gateway.do");

  @Override
  public String provider() {
    return PROVIDER;
  }

  @Override
  public List<String> identity() {
    return List.of("app-id", "seller-id");
  }

  @Override
  public ProviderChannel open(ChannelName name, Settings settings, Instant now) {
    String appId = settings.text("app-id");
    Merchant merchant = new Merchant(PROVIDER, settings.text("seller-id"));
    AlipayKeys keys = keys(settings, now);
    URI gateway = settings.optionalAddress("gateway").orElse(GATEWAY);
    if (!settings.optionalText("sign-type").orElse("RSA2").equals("RSA2")) {
      throw settings.bad("sign-type", "is not RSA2; older signatures are not accepted, remove it");
    }
    Map<String, String> numbers = certificateNumbers(settings, keys);
    Optional<Asker> asker =
        settings
            .optionalPrivateKey(PRIVATE_KEY)
            .map(
                key ->
                    new AlipayAsker(
                        gateway,
                        appId,
                        numbers,
                        new OwnKey(key),
                        keys,
                        new AlipayEvents(name, merchant, Evidence.QUERY)));
    return new AlipayChannel(name, merchant, appId, keys, asker);
  }

  /** What calls say of certificates; in certificate mode a call without them is refused. */
  private static Map<String, String> certificateNumbers(Settings settings, AlipayKeys keys) {
    List<X509Certificate> own = settings.optionalCertificates(APP_CERTIFICATE);
    List<X509Certificate> roots = settings.optionalBundle(ROOT_CERTIFICATE);
    if (keys instanceof AlipayKeys.Bare || settings.optionalPrivateKey(PRIVATE_KEY).isEmpty()) {
      return Map.of();
    }
    if (own.isEmpty() || roots.isEmpty()) {
      throw settings.bad(
          own.isEmpty() ? APP_CERTIFICATE : ROOT_CERTIFICATE,
          "is missing; calls in certificate mode need it beside " + PRIVATE_KEY);
    }
    return Map.of(
        "app_cert_sn", AlipayCertificates.number(own.get(0)),
        "alipay_root_cert_sn", AlipayCertificates.number(roots));
  }

  private static AlipayKeys keys(Settings settings, Instant now) {
    Optional<RsaKey> bare = settings.optionalPublicKey(PUBLIC_KEY);
    boolean certified = !settings.optionalTexts(CERTIFICATES).isEmpty();
    if (bare.isPresent() == certified) {
      throw settings.bad(
          PUBLIC_KEY,
          certified
              ? "is set together with " + CERTIFICATES + "; an app has one mode, keep one"
              : "is missing; set it, or " + CERTIFICATES + " for certificate mode");
    }
    Optional<BigInteger> own = ownModulus(settings);
    AlipayKeys keys;
    if (bare.isPresent()) {
      requireForeign(settings, PUBLIC_KEY, own, bare.get());
      settings.optionalBundle(ROOT_CERTIFICATE);
      keys = new AlipayKeys.Bare(bare.get());
    } else {
      AlipayKeys.Certified read = AlipayCertificates.read(settings, now);
      read.byNumber().values().forEach(c -> requireForeign(settings, CERTIFICATES, own, c.key()));
      keys = read;
    }
    return keys;
  }

  /** The modulus of the app's own key pair, from the key or the certificate, which must agree. */
  private static Optional<BigInteger> ownModulus(Settings settings) {
    Optional<PrivateKey> key = settings.optionalPrivateKey(PRIVATE_KEY);
    Optional<BigInteger> modulus =
        key.map(k -> k instanceof RSAPrivateKey rsa ? rsa.getModulus() : BigInteger.ZERO);
    List<X509Certificate> certificates = settings.optionalCertificates(APP_CERTIFICATE);
    for (X509Certificate certificate : certificates) {
      RSAPublicKey own = settings.rsaKey(APP_CERTIFICATE, certificate).key();
      if (modulus.isPresent() && !modulus.get().equals(own.getModulus())) {
        throw settings.bad(APP_CERTIFICATE, "does not belong to " + PRIVATE_KEY);
      }
      modulus = Optional.of(own.getModulus());
    }
    return modulus;
  }

  private static void requireForeign(
      Settings settings, String name, Optional<BigInteger> own, RsaKey key) {
    if (own.isPresent() && own.get().equals(key.key().getModulus())) {
      throw settings.bad(
          name, "is the app's own key; set the one that the console calls Alipay's public key");
    }
  }
}
