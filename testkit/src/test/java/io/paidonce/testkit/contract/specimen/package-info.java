/** Wrong stores, each of which the contract must refuse. */
@NullMarked
package io.paidonce.testkit.contract.specimen;

import org.jspecify.annotations.NullMarked;
