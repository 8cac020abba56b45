package io.paidonce.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A database that gives MySQL as its name. */
final class SaysMySql extends DelegatingDataSource {

  private static final Map<String, String> ANSWERS =
      Map.of("getDatabaseProductName", "MySQL", "getDatabaseProductVersion", "8.4.0");

  SaysMySql(DataSource target) {
    super(target);
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = super.getConnection();
    return proxy(
        Connection.class,
        connection,
        method -> method.equals("getMetaData") ? metaData(connection) : null);
  }

  private static DatabaseMetaData metaData(Connection connection) throws SQLException {
    return proxy(DatabaseMetaData.class, connection.getMetaData(), ANSWERS::get);
  }

  @FunctionalInterface
  private interface Answers {
    /** What is answered in place of the target; null if it is to answer. */
    @org.jspecify.annotations.Nullable
    Object of(String method) throws SQLException;
  }

  private static <T> T proxy(Class<T> type, T target, Answers answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              Object answer = answers.of(method.getName());
              if (answer != null) {
                return answer;
              }
              try {
                return method.invoke(target, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
