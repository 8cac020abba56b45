package io.paidonce.hub.provider;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keys and certificates as operators have them: {@code file:} or {@code classpath:} locations, PEM
 * text, or bare Base64.
 */
final class KeyMaterial {

  static final int BITS_MIN = 2048;
  static final int BYTES_MAX = 256 * 1024;

  private static final Pattern ARMOUR =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.+?)-----END \\1-----", Pattern.DOTALL);

  private KeyMaterial() {}

  /** One block of PEM, or bare DER under the empty label. */
  private record Block(String label, byte[] der) {}

  static RsaKey publicKey(String property, String setting) {
    Block block = only(property, blocks(property, setting));
    if (block.label().contains("PRIVATE") || privateKey(block).isPresent()) {
      throw new BadSetting(
          property, "holds a private key where the provider's public key is due; replace it");
    }
    if (block.label().equals("CERTIFICATE") || certificate(block).isPresent()) {
      throw new BadSetting(
          property, "holds a certificate where a public key is due; use the certificates setting");
    }
    try {
      PublicKey key =
          KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(block.der()));
      return rsa(property, key);
    } catch (GeneralSecurityException e) {
      throw new BadSetting(
          property, "is not an RSA public key (BEGIN PUBLIC KEY, or its bare Base64)");
    }
  }

  static PrivateKey privateKey(String property, String setting) {
    Block block = only(property, blocks(property, setting));
    PrivateKey key =
        privateKey(block)
            .orElseThrow(
                () ->
                    new BadSetting(
                        property,
                        "is not an RSA private key in PKCS#8; convert it with"
                            + " openssl pkcs8 -topk8 -nocrypt"));
    if (!(key instanceof RSAPrivateKey rsa) || bits(rsa) < BITS_MIN) {
      throw new BadSetting(property, "is shorter than " + BITS_MIN + " bits; use a longer key");
    }
    return key;
  }

  static List<X509Certificate> certificates(String property, String setting) {
    List<X509Certificate> certificates = new ArrayList<>();
    for (Block block : blocks(property, setting)) {
      certificates.add(
          certificate(block)
              .orElseThrow(
                  () ->
                      new BadSetting(property, "is not an X.509 certificate (BEGIN CERTIFICATE)")));
    }
    return certificates;
  }

  /** Root bundles hold certificates on curves that the JDK does not know. */
  static List<X509Certificate> bundle(String property, String setting) {
    List<X509Certificate> certificates =
        blocks(property, setting).stream()
            .map(KeyMaterial::certificate)
            .flatMap(Optional::stream)
            .toList();
    if (certificates.isEmpty()) {
      throw new BadSetting(property, "holds no certificate that can be read");
    }
    return certificates;
  }

  /** This public key, if it is RSA and long enough. */
  static RsaKey rsa(String property, PublicKey key) {
    if (!(key instanceof RSAPublicKey rsa)) {
      throw new BadSetting(property, "is not RSA; this provider signs with RSA");
    }
    if (bits(rsa) < BITS_MIN) {
      throw new BadSetting(property, "is shorter than " + BITS_MIN + " bits; use a longer key");
    }
    return new RsaKey(rsa);
  }

  private static int bits(RSAKey key) {
    return key.getModulus().bitLength();
  }

  private static Block only(String property, List<Block> blocks) {
    if (blocks.size() != 1) {
      throw new BadSetting(property, "holds " + blocks.size() + " keys where one is due");
    }
    return blocks.get(0);
  }

  private static List<Block> blocks(String property, String setting) {
    byte[] bytes = bytes(property, setting);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    List<Block> blocks = new ArrayList<>();
    try {
      Matcher armour = ARMOUR.matcher(text);
      while (armour.find()) {
        blocks.add(new Block(armour.group(1), base64(armour.group(2))));
      }
      if (blocks.isEmpty()) {
        blocks.add(new Block("", base64(text)));
      }
    } catch (IllegalArgumentException e) {
      blocks.add(new Block("", bytes));
    }
    return blocks;
  }

  private static byte[] base64(String text) {
    return Base64.getDecoder().decode(text.replaceAll("\\s", ""));
  }

  private static byte[] bytes(String property, String setting) {
    if (!setting.startsWith("file:") && !setting.startsWith("classpath:")) {
      return setting.getBytes(StandardCharsets.UTF_8);
    }
    String place = setting.substring(setting.indexOf(':') + 1);
    try (InputStream in = setting.startsWith("file:") ? file(place) : resource(place)) {
      byte[] bytes = in.readNBytes(BYTES_MAX + 1);
      if (bytes.length > BYTES_MAX || bytes.length == 0) {
        throw new BadSetting(property, "points to something empty or far too large for a key");
      }
      return bytes;
    } catch (IOException | InvalidPathException e) {
      throw new BadSetting(property, "points to something that cannot be read; check the path");
    }
  }

  private static InputStream file(String place) throws IOException {
    return Files.newInputStream(Path.of(place.startsWith("//") ? place.substring(2) : place));
  }

  private static InputStream resource(String place) throws IOException {
    InputStream in =
        KeyMaterial.class.getClassLoader().getResourceAsStream(place.replaceFirst("^/+", ""));
    if (in == null) {
      throw new IOException("no such resource");
    }
    return in;
  }

  private static Optional<PrivateKey> privateKey(Block block) {
    try {
      return Optional.of(
          KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(block.der())));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  private static Optional<X509Certificate> certificate(Block block) {
    try {
      Certificate certificate =
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(block.der()));
      return certificate instanceof X509Certificate x509 ? Optional.of(x509) : Optional.empty();
    } catch (CertificateException e) {
      return Optional.empty();
    }
  }
}
