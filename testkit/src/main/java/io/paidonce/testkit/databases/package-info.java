/** Real databases for tests: one server per engine and JVM, a fresh database per test. */
@NullMarked
package io.paidonce.testkit.databases;

import org.jspecify.annotations.NullMarked;
