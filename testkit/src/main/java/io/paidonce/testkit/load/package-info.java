/** Load on the system under test, and the log of what it has acknowledged. */
@NullMarked
package io.paidonce.testkit.load;

import org.jspecify.annotations.NullMarked;
