/** Alipay: signed forms, amounts in yuan, times in GMT+8, cumulative refunds. */
@NullMarked
package io.paidonce.hub.provider.alipay;

import org.jspecify.annotations.NullMarked;
