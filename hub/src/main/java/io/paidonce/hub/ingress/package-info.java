/** Raw bytes in, the exact answer out. */
@NullMarked
package io.paidonce.hub.ingress;

import org.jspecify.annotations.NullMarked;
