/** Claims and records in a relational database. */
@NullMarked
package io.paidonce.jdbc;

import org.jspecify.annotations.NullMarked;
