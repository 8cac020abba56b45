package io.paidonce;

import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** What one column must be for a change to take place; a column that is null fulfils none. */
public final class Condition {

  private final String sql;
  private final List<Object> values;

  private Condition(String column, String comparison, List<Object> values) {
    this.sql = GuardedTable.name(column) + comparison;
    this.values = values;
  }

  /** It has this value. */
  public static Condition equal(String column, Object value) {
    return new Condition(column, " = ?", List.of(value));
  }

  /** It has one of these values. */
  public static Condition in(String column, Collection<?> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("column " + column + " is to have one of no values");
    }
    String marks = String.join(", ", Collections.nCopies(values.size(), "?"));
    return new Condition(column, " IN (" + marks + ")", List.copyOf(values));
  }

  /** It is this or more. */
  public static Condition atLeast(String column, Object value) {
    return new Condition(column, " >= ?", List.of(value));
  }

  /** It is this or less. */
  public static Condition atMost(String column, Object value) {
    return new Condition(column, " <= ?", List.of(value));
  }

  /** It is less than this, such as the fence of a later owner. */
  public static Condition below(String column, Object value) {
    return new Condition(column, " < ?", List.of(value));
  }

  String sql() {
    return sql;
  }

  List<Object> values() {
    return values;
  }
}
