package io.paidonce.hub.wiring;

import io.paidonce.hub.provider.BadSetting;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.web.server.PortInUseException;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Says in one line why the hub did not start. */
final class StartFailure {

  private static final int H2_IN_USE = 90020;

  private StartFailure() {}

  static String line(Throwable failure) {
    BadSetting bad = cause(failure, BadSetting.class);
    if (bad != null) {
      return String.valueOf(bad.getMessage());
    }
    PortInUseException port = cause(failure, PortInUseException.class);
    if (port != null) {
      return "port "
          + port.getPort()
          + " is in use; stop what uses it, or choose another with --server.port=";
    }
    BindException bind = cause(failure, BindException.class);
    if (bind != null) {
      return bind.getName() + ": cannot be read: " + reason(root(bind));
    }
    MarkedYAMLException yaml = cause(failure, MarkedYAMLException.class);
    if (yaml != null) {
      return "--config: is not YAML: " + oneLine(yaml.getProblem()) + place(yaml);
    }
    SQLException sql = cause(failure, SQLException.class);
    if (sql != null) {
      return sql.getErrorCode() == H2_IN_USE
          ? "the embedded database under ./data is in use by another hub; stop that one first"
          : Database.URL + ": the database cannot be used: " + oneLine(sql.getMessage());
    }
    Throwable root = root(failure);
    return root.getClass().getSimpleName() + ": " + oneLine(root.getMessage());
  }

  private static String reason(Throwable root) {
    String message = oneLine(root.getMessage());
    return message.startsWith("No enum constant") ? "is none of the values allowed here" : message;
  }

  private static String place(MarkedYAMLException yaml) {
    Mark mark = yaml.getProblemMark();
    return mark == null ? "" : " in line " + (mark.getLine() + 1);
  }

  private static <T extends Throwable> @Nullable T cause(Throwable failure, Class<T> type) {
    for (Throwable one = failure; one != null; one = one.getCause()) {
      if (type.isInstance(one)) {
        return type.cast(one);
      }
    }
    return null;
  }

  private static Throwable root(Throwable failure) {
    Throwable one = failure;
    for (Throwable next = one.getCause(); next != null; next = one.getCause()) {
      one = next;
    }
    return one;
  }

  private static String oneLine(@Nullable String message) {
    if (message == null) {
      return "no reason given";
    }
    String line = message.lines().findFirst().orElse("no reason given");
    return line.length() <= 300 ? line : line.substring(0, 300) + "...";
  }
}
