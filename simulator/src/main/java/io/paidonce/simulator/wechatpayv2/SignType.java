package io.paidonce.simulator.wechatpayv2;

/** The two keyed digests of v2. */
public enum SignType {
  MD5,
  HMAC_SHA256
}
