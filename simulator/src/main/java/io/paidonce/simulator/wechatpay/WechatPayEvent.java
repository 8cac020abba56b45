package io.paidonce.simulator.wechatpay;

import org.jspecify.annotations.Nullable;

/**
 * One v3 notification before encryption and signing.
 *
 * @param id the notification's id, the same in every repeat
 * @param createTime RFC 3339 with offset
 * @param associatedData {@code null}: the field is missing on the wire
 * @param resourceNonce 12 ASCII characters, the AES-GCM nonce
 * @param plaintext JSON of the transaction or refund
 */
public record WechatPayEvent(
    String id,
    String createTime,
    String eventType,
    String summary,
    String originalType,
    @Nullable String associatedData,
    String resourceNonce,
    String plaintext) {

  /** This event with another plaintext. */
  public WechatPayEvent withPlaintext(String otherPlaintext) {
    return new WechatPayEvent(
        id,
        createTime,
        eventType,
        summary,
        originalType,
        associatedData,
        resourceNonce,
        otherPlaintext);
  }

  /** This event with {@code resource.associated_data} left out. */
  public WechatPayEvent withoutAssociatedData() {
    return new WechatPayEvent(
        id, createTime, eventType, summary, originalType, null, resourceNonce, plaintext);
  }
}
