package io.paidonce.jdbc;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Remembers each statement that is prepared, with the parameters it was given. */
final class Recording extends DelegatingDataSource {

  /** A parameter that was set, to be set again. */
  record Parameter(Method setter, Object[] arguments) {
    void set(PreparedStatement statement) {
      invoke(statement, setter, arguments);
    }
  }

  private final Map<String, List<Parameter>> statements = new LinkedHashMap<>();

  Recording(DataSource target) {
    super(target);
  }

  Map<String, List<Parameter>> statements() {
    return statements;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = super.getConnection();
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, arguments) -> {
              Object result = invoke(connection, method, arguments);
              return result instanceof PreparedStatement statement
                  ? recorded(statement, String.valueOf(arguments[0]))
                  : result;
            });
  }

  private PreparedStatement recorded(PreparedStatement statement, String sql) {
    List<Parameter> parameters = new ArrayList<>();
    statements.put(sql, parameters);
    return (PreparedStatement)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {PreparedStatement.class},
            (self, method, arguments) -> {
              if (method.getName().startsWith("set") && method.getParameterCount() == 2) {
                parameters.add(new Parameter(method, arguments));
              }
              return invoke(statement, method, arguments);
            });
  }

  private static Object invoke(Object target, Method method, Object... arguments) {
    try {
      return method.invoke(target, arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(method + " was not to fail", e);
    }
  }
}
