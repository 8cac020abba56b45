/** The rules of the house, each as a test: rooms, laws, tidy text, equal migrations, true docs. */
@NullMarked
package io.paidonce.house;

import org.jspecify.annotations.NullMarked;
