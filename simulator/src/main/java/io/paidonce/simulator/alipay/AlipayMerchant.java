package io.paidonce.simulator.alipay;

/** The identity every Alipay notification of one app carries. */
public record AlipayMerchant(String appId, String sellerId) {}
