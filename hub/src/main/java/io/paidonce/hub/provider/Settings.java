package io.paidonce.hub.provider;

import java.net.URI;
import java.net.URISyntaxException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The properties of one channel, typed. Every complaint is a {@link BadSetting} that names the
 * whole property; a value that is blank, unresolved or a well-known default is refused for every
 * setting.
 *
 * <p>Names are told apart by letters and digits only, so {@code app-id}, {@code appId} and {@code
 * APPID} are one. Used by one thread while channels open.
 */
public final class Settings {

  private final String prefix;
  private final Map<String, Object> values = new TreeMap<>();
  private final Map<String, String> writtenNames = new TreeMap<>();
  private final Set<String> known = new HashSet<>();

  /**
   * The properties of one channel.
   *
   * @param prefix what stands before each name, ending in a dot
   * @param values scalars, lists (or maps by index) and maps, as Spring's Binder yields them
   */
  public Settings(String prefix, Map<String, Object> values) {
    this.prefix = prefix;
    values.forEach(
        (name, value) -> {
          if (this.values.put(folded(name), value) != null) {
            throw bad(name, "is set twice, in two spellings; keep one");
          }
          writtenNames.put(folded(name), name);
        });
  }

  /** A complaint about one property of this channel. */
  public BadSetting bad(String name, String problem) {
    return new BadSetting(prefix + name, problem);
  }

  /** A value that must be set. */
  public String text(String name) {
    return optionalText(name).orElseThrow(() -> bad(name, "is missing; set it"));
  }

  public Optional<String> optionalText(String name) {
    Object value = value(name);
    return value == null ? Optional.empty() : Optional.of(scalar(name, value).strip());
  }

  /** One value or several, at least one. */
  public List<String> texts(String name) {
    List<String> texts = optionalTexts(name);
    if (texts.isEmpty()) {
      throw bad(name, "is missing; set at least one");
    }
    return texts;
  }

  /** One value, several, or none; one text may hold several with commas between. */
  public List<String> optionalTexts(String name) {
    Object value = value(name);
    if (value == null) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    if (value instanceof Map<?, ?> byIndex) {
      byIndex.forEach((i, v) -> texts.add(scalar(name + "[" + i + "]", v).strip()));
    } else if (value instanceof Collection<?> several) {
      several.forEach(v -> texts.add(scalar(name + "[" + texts.size() + "]", v).strip()));
    } else {
      for (String one : scalar(name, value).split(",", -1)) {
        texts.add(scalar(name, one).strip());
      }
    }
    return List.copyOf(texts);
  }

  /** Values by key, keys untouched; empty if absent. */
  public Map<String, String> optionalMap(String name) {
    Object value = value(name);
    if (value == null) {
      return Map.of();
    }
    if (!(value instanceof Map<?, ?> map)) {
      throw bad(name, "is not a map; write one key and value a line under it");
    }
    Map<String, String> texts = new LinkedHashMap<>();
    map.forEach((k, v) -> texts.put(k.toString(), scalar(name + "." + k, v).strip()));
    return texts;
  }

  /** A secret of exactly this many characters, all of them printable ASCII. */
  public String secret(String name, int length) {
    return optionalSecret(name, length).orElseThrow(() -> bad(name, "is missing; set it"));
  }

  public Optional<String> optionalSecret(String name, int length) {
    Object value = value(name);
    if (value == null) {
      return Optional.empty();
    }
    String secret = scalar(name, value);
    String complaint = Placeholder.secretComplaint(secret);
    if (complaint != null) {
      throw bad(name, complaint);
    }
    if (secret.length() != length || !secret.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw bad(name, "is not " + length + " plain characters; copy it from the console again");
    }
    return Optional.of(secret);
  }

  /** A duration as {@code 300}, {@code 300s}, {@code 5m} or {@code PT5M}, within the bounds. */
  public Duration duration(String name, Duration standard, Duration least, Duration most) {
    Optional<String> text = optionalText(name);
    if (text.isEmpty()) {
      return standard;
    }
    String upper = text.get().toUpperCase(Locale.ROOT);
    Duration duration;
    try {
      duration =
          Duration.parse(
              upper.startsWith("P")
                  ? upper
                  : "PT" + (upper.matches("[0-9]+") ? upper + "S" : upper));
    } catch (DateTimeParseException e) {
      throw bad(name, "is not a duration; write it like 300s or 5m");
    }
    if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
      throw bad(name, "is not between " + least + " and " + most);
    }
    return duration;
  }

  /** An absolute http or https address. */
  public Optional<URI> optionalAddress(String name) {
    return optionalText(name)
        .map(
            text -> {
              try {
                URI address = new URI(text);
                String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
                if (address.getHost() != null && List.of("http", "https").contains(scheme)) {
                  return address;
                }
              } catch (URISyntaxException e) {
                throw bad(name, "is not an address; write it like https://host/path");
              }
              throw bad(name, "is not an http or https address; write it like https://host/path");
            });
  }

  /** A provider's public key: a location, PEM, or bare Base64. */
  public Optional<RsaKey> optionalPublicKey(String name) {
    return optionalText(name).map(text -> KeyMaterial.publicKey(prefix + name, text));
  }

  /** Public keys by the provider's id of each. */
  public Map<String, RsaKey> optionalPublicKeys(String name) {
    Map<String, RsaKey> keys = new LinkedHashMap<>();
    optionalMap(name)
        .forEach((id, text) -> keys.put(id, KeyMaterial.publicKey(prefix + name + "." + id, text)));
    return keys;
  }

  /** Our own private key, PKCS#8. */
  public Optional<PrivateKey> optionalPrivateKey(String name) {
    return optionalText(name).map(text -> KeyMaterial.privateKey(prefix + name, text));
  }

  /** The certificates of one setting or of a list of them, each a location or PEM. */
  public List<X509Certificate> optionalCertificates(String name) {
    return optionalTexts(name).stream()
        .flatMap(text -> KeyMaterial.certificates(prefix + name, text).stream())
        .toList();
  }

  /** The RSA key of a certificate of this setting. */
  public RsaKey rsaKey(String name, X509Certificate certificate) {
    return KeyMaterial.rsa(prefix + name, certificate.getPublicKey());
  }

  /** As {@link #optionalCertificates}, but a certificate this Java cannot read is passed over. */
  public List<X509Certificate> optionalBundle(String name) {
    return optionalTexts(name).stream()
        .flatMap(text -> KeyMaterial.bundle(prefix + name, text).stream())
        .toList();
  }

  /** Call when everything is read: a name nobody asked for is a misspelt one. */
  public void requireAllKnown() {
    writtenNames.forEach(
        (folded, name) -> {
          if (!known.contains(folded)) {
            throw bad(name, "is not a setting of this provider; correct or remove it");
          }
        });
  }

  private @Nullable Object value(String name) {
    known.add(folded(name));
    return values.get(folded(name));
  }

  private String scalar(String name, @Nullable Object value) {
    if (value == null || value instanceof Map || value instanceof Collection) {
      throw bad(name, "is not one plain value");
    }
    String complaint = Placeholder.complaint(value.toString());
    if (complaint != null) {
      throw bad(name, complaint);
    }
    return value.toString();
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }
}
