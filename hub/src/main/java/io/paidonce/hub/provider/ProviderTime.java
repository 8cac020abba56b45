package io.paidonce.hub.provider;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Times as providers write them. A time that cannot be read is no reason to doubt a signed message:
 * it is null, since it decides only between states that are not final.
 */
public enum ProviderTime {
  /** {@code 2026-03-01 10:00:05}, with or without a fraction, GMT+8. */
  SPACED("uuuu-MM-dd HH:mm:ss"),
  /** {@code 20260301100005}, GMT+8. */
  COMPACT("uuuuMMddHHmmss"),
  /** RFC 3339, with its own offset. */
  RFC3339("");

  private static final ZoneOffset CHINA = ZoneOffset.ofHours(8);

  private final DateTimeFormatter format;

  ProviderTime(String pattern) {
    format =
        pattern.isEmpty()
            ? DateTimeFormatter.ISO_OFFSET_DATE_TIME
            : new DateTimeFormatterBuilder()
                .appendPattern(pattern)
                .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                .toFormatter(Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT);
  }

  /** The instant, or null if the text is absent or not in this form. */
  public @Nullable Instant read(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return this == RFC3339
          ? OffsetDateTime.parse(text, format).toInstant()
          : LocalDateTime.parse(text, format).toInstant(CHINA);
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** The instant in whole seconds, in this form, GMT+8. */
  public String write(Instant instant) {
    return format.format(instant.truncatedTo(ChronoUnit.SECONDS).atOffset(CHINA));
  }
}
