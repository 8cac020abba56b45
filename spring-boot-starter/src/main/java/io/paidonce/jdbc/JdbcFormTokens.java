package io.paidonce.jdbc;

import io.paidonce.FormToken;
import io.paidonce.FormTokens;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/**
 * Form tokens in table {@code paidonce_form_token} of a relational database, by its clock.
 *
 * <p>Each step commits by itself, and is refused where a transaction of Spring's is active on the
 * same data source. Thread-safe.
 */
public final class JdbcFormTokens implements FormTokens {

  private static final String STORE = "jdbc";
  private static final int PURGE_AT_ONCE_MAX = 500;

  private static final String ISSUE =
      """
      INSERT INTO paidonce_form_token (token_hash, subject_hash, used, expires_at_ms)
      VALUES (?, ?, 'N', {end})
      """;

  private static final String CONSUME =
      """
      UPDATE paidonce_form_token
         SET used = 'Y'
       WHERE token_hash = ? AND subject_hash = ? AND used = 'N' AND expires_at_ms > {ms}
      """;

  private static final String OTHERS =
      """
      SELECT token_hash
        FROM paidonce_form_token
       WHERE token_hash = ? AND subject_hash <> ? AND used = 'N' AND expires_at_ms > {ms}
      """;

  private static final String GIVE_BACK =
      """
      UPDATE paidonce_form_token
         SET used = 'N'
       WHERE token_hash = ? AND subject_hash = ? AND used = 'Y' AND expires_at_ms > {ms}
      """;

  private static final String EXPIRED =
      """
      SELECT token_hash
        FROM paidonce_form_token
       WHERE expires_at_ms <= {ms}
       ORDER BY expires_at_ms
       LIMIT\s""";

  private final Access access;

  private JdbcFormTokens(DataSource source, Duration queryTimeout) {
    this.access = new OwnConnections(source, STORE, new Limits(queryTimeout));
  }

  /**
   * Tokens in this database.
   *
   * @param queryTimeout how long a statement may take, 1 ms to 1 h
   */
  public static JdbcFormTokens in(DataSource source, Duration queryTimeout) {
    return new JdbcFormTokens(SpringTransaction.target(source), queryTimeout);
  }

  @Override
  public String issue(String subject, Duration validity) {
    FormToken.requireValidity(validity);
    String text = FormToken.random();
    FormToken token = FormToken.of(text, subject);
    int made =
        access.step(
            "issue",
            false,
            it -> true,
            query ->
                query.update(
                    query.dialect().sql(ISSUE),
                    token.digest(),
                    token.subject(),
                    Storable.micros(validity)));
    if (made != 1) {
      throw new IllegalStateException("a form token was inserted " + made + " times");
    }
    return text;
  }

  @Override
  public Consumed consume(String text, String subject) {
    FormToken token = FormToken.of(text, subject);
    return access.step("consume", false, it -> true, query -> consume(query, token));
  }

  private static Consumed consume(Query query, FormToken token) throws java.sql.SQLException {
    Dialect dialect = query.dialect();
    if (query.update(dialect.sql(CONSUME), token.digest(), token.subject()) == 1) {
      return Consumed.CONSUMED;
    }
    String others =
        query.first(dialect.sql(OTHERS), row -> row.getString(1), token.digest(), token.subject());
    return others == null ? Consumed.UNKNOWN : Consumed.OTHER_SUBJECT;
  }

  @Override
  public boolean giveBack(String text, String subject) {
    FormToken token = FormToken.of(text, subject);
    return access.step(
        "give back",
        false,
        it -> true,
        query ->
            query.update(query.dialect().sql(GIVE_BACK), token.digest(), token.subject()) == 1);
  }

  /**
   * Removes tokens past their time.
   *
   * @param most 1 to 500
   * @return how many were removed
   */
  int purge(int most) {
    int limit = Math.min(most, PURGE_AT_ONCE_MAX);
    return access.aside(
        "purge",
        query -> {
          List<String> expired =
              query.all(query.dialect().sql(EXPIRED) + limit, row -> row.getString(1));
          return expired.isEmpty()
              ? 0
              : query.update(
                  "DELETE FROM paidonce_form_token WHERE token_hash IN ("
                      + Storable.marks(expired.size())
                      + ")",
                  expired.toArray());
        });
  }
}
