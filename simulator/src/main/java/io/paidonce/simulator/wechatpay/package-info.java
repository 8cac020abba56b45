/** WeChat Pay API v3 notifications: encrypted JSON, signed in the headers. */
@NullMarked
package io.paidonce.simulator.wechatpay;

import org.jspecify.annotations.NullMarked;
