package io.paidonce.simulator.wechatpay;

import java.nio.charset.StandardCharsets;

/**
 * The identity and the shared secret of one API v3 merchant.
 *
 * @param apiV3Key 32 characters, used as bytes
 */
public record WechatPayMerchant(String merchantId, String appId, String apiV3Key) {

  private static final int API_V3_KEY_BYTES = 32;

  public WechatPayMerchant {
    if (apiV3Key.getBytes(StandardCharsets.UTF_8).length != API_V3_KEY_BYTES) {
      throw new IllegalArgumentException("the APIv3 key of " + merchantId + " must be 32 bytes");
    }
  }

  @Override
  public String toString() {
    return "WechatPayMerchant[merchantId=" + merchantId + ", appId=" + appId + "]";
  }
}
