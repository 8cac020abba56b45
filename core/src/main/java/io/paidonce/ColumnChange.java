package io.paidonce;

import org.jspecify.annotations.Nullable;

/**
 * What one column becomes, independent of what else is in the row.
 *
 * @param added whether the value is added to what is there, by the database
 */
public record ColumnChange(String column, boolean added, @Nullable Object value) {

  public ColumnChange {
    column = GuardedTable.name(column);
    if (added && value == null) {
      throw new IllegalArgumentException("nothing is added to column " + column);
    }
  }

  /** The column has this value then. */
  public static ColumnChange set(String column, @Nullable Object value) {
    return new ColumnChange(column, false, value);
  }

  /** The column is this much more then; less, if it is negative. */
  public static ColumnChange add(String column, long more) {
    return new ColumnChange(column, true, more);
  }

  String sql() {
    return column + (added ? " = " + column + " + ?" : " = ?");
  }
}
