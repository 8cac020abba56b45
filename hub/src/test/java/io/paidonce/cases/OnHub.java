package io.paidonce.cases;

import io.paidonce.testkit.databases.Engine;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * A test of a running hub, once an engine; its argument is the {@link RunningHub}. After it the
 * ledger must balance.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@ArgumentsSource(HubSource.class)
@ExtendWith(LedgerWatch.class)
@interface OnHub {
  /** Which databases. */
  Engine[] engines() default {Engine.H2, Engine.POSTGRESQL, Engine.MARIADB};

  /** Which configuration. */
  Setup setup() default Setup.USUAL;
}
