/** Spring's transactions as the engine sees them: joined, and vetoed when a claim was lost. */
@NullMarked
package io.paidonce.transaction;

import org.jspecify.annotations.NullMarked;
