package io.paidonce.simulator.wechatpayv2;

/**
 * The identity and the shared secret of one v2 merchant.
 *
 * @param apiKey 32 characters
 */
public record WechatPayV2Merchant(String merchantId, String appId, String apiKey) {

  private static final int API_KEY_CHARS = 32;

  public WechatPayV2Merchant {
    if (apiKey.length() != API_KEY_CHARS) {
      throw new IllegalArgumentException("the APIv2 key of " + merchantId + " must have 32 chars");
    }
  }

  @Override
  public String toString() {
    return "WechatPayV2Merchant[merchantId=" + merchantId + ", appId=" + appId + "]";
  }
}
