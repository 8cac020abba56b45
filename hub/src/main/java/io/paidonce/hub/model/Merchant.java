package io.paidonce.hub.model;

/**
 * Who is paid: the provider's family and the merchant's number there.
 *
 * <p>Channels of one merchant (WeChat Pay v2 and v3, or an old and a new name) share one merchant,
 * so that one fact told through both stays one fact.
 *
 * @param family {@code alipay} or {@code wechatpay}
 * @param id the provider's number of the merchant: Alipay's seller id, WeChat Pay's merchant id
 */
public record Merchant(String family, String id) {

  public Merchant {
    if (family.isBlank() || id.isBlank()) {
      throw new IllegalArgumentException("a merchant needs a family and an id");
    }
  }

  @Override
  public String toString() {
    return family + ":" + id;
  }
}
