/** What every store of claims must do: suites to extend, one fixture for each store. */
@NullMarked
package io.paidonce.testkit.contract;

import org.jspecify.annotations.NullMarked;
