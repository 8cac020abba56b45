/** What a person must look at. */
@NullMarked
package io.paidonce.hub.cases;

import org.jspecify.annotations.NullMarked;
