/** Alipay's notifications as Alipay sends them: a form, signed RSA2 by field order. */
@NullMarked
package io.paidonce.simulator.alipay;

import org.jspecify.annotations.NullMarked;
