/** WeChat Pay v2: XML under a shared key; refunds encrypted but unsigned; amounts in fen. */
@NullMarked
package io.paidonce.hub.provider.wechatpayv2;

import org.jspecify.annotations.NullMarked;
