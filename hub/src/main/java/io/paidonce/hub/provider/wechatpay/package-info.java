/** WeChat Pay API v3: signed headers over raw JSON whose resource is encrypted; amounts in fen. */
@NullMarked
package io.paidonce.hub.provider.wechatpay;

import org.jspecify.annotations.NullMarked;
