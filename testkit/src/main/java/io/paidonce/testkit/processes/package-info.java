/** Processes that tests start: programs, child JVMs, and the reaper that leaves none behind. */
@NullMarked
package io.paidonce.testkit.processes;

import org.jspecify.annotations.NullMarked;
