/** Checks of the walls between packages, on compiled classes. */
@NullMarked
package io.paidonce.testkit.rooms;

import org.jspecify.annotations.NullMarked;
