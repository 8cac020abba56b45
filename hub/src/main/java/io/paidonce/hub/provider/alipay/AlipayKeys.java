package io.paidonce.hub.provider.alipay;

import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.RsaKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which of Alipay's keys may have signed a notification. */
sealed interface AlipayKeys {

  /**
   * The keys to try, at least one.
   *
   * @param certificateNumber what the message says of its certificate; null if nothing
   * @param at when the message came
   */
  List<RsaKey> candidates(@Nullable String certificateNumber, Instant at) throws NotBelieved;

  /** Key mode: one bare public key. */
  record Bare(RsaKey key) implements AlipayKeys {
    @Override
    public List<RsaKey> candidates(@Nullable String certificateNumber, Instant at) {
      return List.of(key);
    }
  }

  /** Certificate mode: certificates by their number. A message never brings its own. */
  record Certified(Map<String, Certificate> byNumber) implements AlipayKeys {

    @Override
    public List<RsaKey> candidates(@Nullable String certificateNumber, Instant at)
        throws NotBelieved {
      Collection<Certificate> named = byNumber.values();
      if (certificateNumber != null) {
        Certificate certificate = byNumber.get(certificateNumber);
        if (certificate == null) {
          throw new NotBelieved(
              Refusal.UNKNOWN_KEY,
              "alipay_cert_sn "
                  + NotBelieved.shown(certificateNumber)
                  + " is none of our certificates "
                  + byNumber.keySet());
        }
        named = List.of(certificate);
      }
      List<RsaKey> valid = named.stream().filter(c -> c.isValid(at)).map(Certificate::key).toList();
      if (valid.isEmpty()) {
        throw new NotBelieved(
            Refusal.UNKNOWN_KEY, "no certificate of " + byNumber.keySet() + " is valid now");
      }
      return valid;
    }
  }

  /** A key and when it may be used. */
  record Certificate(RsaKey key, Instant from, Instant until) {
    boolean isValid(Instant at) {
      return !at.isBefore(from) && !at.isAfter(until);
    }
  }
}
