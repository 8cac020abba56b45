package io.paidonce.hub.provider.alipay;

import io.paidonce.hub.provider.Settings;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads and checks the certificates of certificate mode. */
final class AlipayCertificates {

  private static final String LEAVES = "alipay-certificates";
  private static final String ROOT = "alipay-root-certificate";
  private static final String RSA_SIGNATURES = "1.2.840.113549.1.1.";

  private AlipayCertificates() {}

  /** Alipay's certificates by number; the authorities that a file brings along are not among. */
  static AlipayKeys.Certified read(Settings settings, Instant now) {
    List<X509Certificate> all = settings.optionalCertificates(LEAVES);
    List<X509Certificate> roots = settings.optionalBundle(ROOT);
    Map<String, AlipayKeys.Certificate> byNumber = new LinkedHashMap<>();
    for (X509Certificate certificate : all) {
      if (isAuthority(certificate)) {
        continue;
      }
      if (!roots.isEmpty() && !leadsTo(roots, certificate, all)) {
        throw settings.bad(LEAVES, "holds a certificate that does not lead to " + ROOT);
      }
      byNumber.put(
          number(certificate),
          new AlipayKeys.Certificate(
              settings.rsaKey(LEAVES, certificate),
              certificate.getNotBefore().toInstant(),
              certificate.getNotAfter().toInstant()));
    }
    if (byNumber.isEmpty()) {
      throw settings.bad(LEAVES, "holds only authorities; add alipayCertPublicKey_RSA2.crt");
    }
    if (byNumber.values().stream().noneMatch(c -> c.until().isAfter(now))) {
      throw settings.bad(LEAVES, "holds only expired certificates; download the current one");
    }
    return new AlipayKeys.Certified(Map.copyOf(byNumber));
  }

  /**
   * Alipay's number of a certificate: the MD5 of issuer and decimal serial in 32 lower-case hex
   * digits.
   */
  static String number(X509Certificate certificate) {
    String text =
        certificate.getIssuerX500Principal().getName() + certificate.getSerialNumber().toString();
    try {
      byte[] md5 = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
      return String.format("%032x", new BigInteger(1, md5));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java lacks MD5", e);
    }
  }

  /** The number of a root bundle: those of its RSA certificates, in their order. */
  static String number(List<X509Certificate> roots) {
    return roots.stream()
        .filter(root -> root.getSigAlgOID().startsWith(RSA_SIGNATURES))
        .map(AlipayCertificates::number)
        .collect(Collectors.joining("_"));
  }

  private static boolean isAuthority(X509Certificate certificate) {
    return certificate.getBasicConstraints() >= 0;
  }

  /** Whether one of the roots signed the certificate, directly or through authorities beside it. */
  private static boolean leadsTo(
      List<X509Certificate> roots, X509Certificate certificate, List<X509Certificate> beside) {
    if (roots.stream().anyMatch(root -> signed(root, certificate))) {
      return true;
    }
    List<X509Certificate> others = new ArrayList<>(beside);
    others.remove(certificate);
    return others.stream()
        .anyMatch(
            next -> isAuthority(next) && signed(next, certificate) && leadsTo(roots, next, others));
  }

  private static boolean signed(X509Certificate issuer, X509Certificate certificate) {
    if (!issuer.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())) {
      return false;
    }
    try {
      certificate.verify(issuer.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
