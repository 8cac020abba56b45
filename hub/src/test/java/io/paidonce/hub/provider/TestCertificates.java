package io.paidonce.hub.provider;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;

/** Makes X.509 certificates, in as much DER as that takes. */
public final class TestCertificates {

  private static final byte[] SHA256_WITH_RSA =
      sequence(new byte[] {6, 9, 42, (byte) 134, 72, (byte) 134, (byte) 247, 13, 1, 1, 11, 5, 0});
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmss'Z'", java.util.Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private TestCertificates() {}

  public static X509Certificate leaf(
      String subject,
      BigInteger serial,
      PublicKey key,
      Instant until,
      String issuer,
      PrivateKey issuerKey) {
    return certificate(subject, serial, key, until, issuer, issuerKey, false);
  }

  public static X509Certificate authority(
      String subject, PublicKey key, String issuer, PrivateKey issuerKey) {
    Instant until = Instant.parse("2040-01-01T00:00:00Z");
    return certificate(subject, BigInteger.TEN, key, until, issuer, issuerKey, true);
  }

  public static String pem(X509Certificate certificate) {
    try {
      return TestKeys.pem("CERTIFICATE", certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509Certificate certificate(
      String subject,
      BigInteger serial,
      PublicKey key,
      Instant until,
      String issuer,
      PrivateKey issuerKey,
      boolean authority) {
    byte[] constraints =
        sequence(
            sequence(
                new byte[] {6, 3, 85, 29, 19},
                tagged(4, sequence(authority ? new byte[] {1, 1, -1} : new byte[0]))));
    byte[] body =
        sequence(
            tagged(0xA0, new byte[] {2, 1, 2}),
            tagged(2, serial.toByteArray()),
            SHA256_WITH_RSA,
            name(issuer),
            sequence(time(Instant.parse("2020-01-01T00:00:00Z")), time(until)),
            name(subject),
            key.getEncoded(),
            tagged(0xA3, constraints));
    byte[] signature = Base64.getDecoder().decode(TestKeys.sign(issuerKey, body));
    byte[] bits = tagged(3, join(new byte[] {0}, signature));
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(sequence(body, SHA256_WITH_RSA, bits)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] name(String common) {
    byte[] text = tagged(12, common.getBytes(StandardCharsets.UTF_8));
    return sequence(tagged(0x31, sequence(new byte[] {6, 3, 85, 4, 3}, text)));
  }

  private static byte[] time(Instant instant) {
    return tagged(24, TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] sequence(byte[]... parts) {
    return tagged(0x30, parts);
  }

  private static byte[] tagged(int tag, byte[]... parts) {
    byte[] content = join(parts);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (content.length < 128) {
      out.write(content.length);
    } else {
      byte[] length = BigInteger.valueOf(content.length).toByteArray();
      int skip = length[0] == 0 ? 1 : 0;
      out.write(0x80 | (length.length - skip));
      out.write(length, skip, length.length - skip);
    }
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
