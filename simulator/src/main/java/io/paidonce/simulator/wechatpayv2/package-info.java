/** WeChat Pay v2 notifications: XML with a keyed digest; refunds encrypted, unsigned. */
@NullMarked
package io.paidonce.simulator.wechatpayv2;

import org.jspecify.annotations.NullMarked;
