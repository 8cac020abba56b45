package io.paidonce.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

/** What a key expression may say, and what its value must be. */
class KeyExpressionTest {

  record Pay(@Nullable String order, @Nullable BigDecimal amount, Optional<String> shop) {}

  /** A bean of the application. */
  public static final class Tenant {
    /** Its name. */
    public String current() {
      return "t1";
    }
  }

  @SuppressWarnings("unused")
  void pay(Pay pay, String user) {}

  private static final Pay PAY = new Pay("o1", new BigDecimal("10.00"), Optional.of("s1"));

  @Test
  void argumentsAreKnownByNameAndByPosition() {
    assertThat(parts("#pay.order")).containsExactly("o1");
    assertThat(parts("#p0.order")).containsExactly("o1");
    assertThat(parts("#a1")).containsExactly("u1");
    assertThat(parts("@tenant.current() + ':' + #pay.order")).containsExactly("t1:o1"); // C169
  }

  @Test
  void listsBecomeParts() {
    assertThat(parts("{#pay.order, #user}")).containsExactly("o1", "u1"); // C171
    assertThat(parts("{#pay.amount, #pay.shop}")).containsExactly("10", "s1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "T(java.lang.Runtime).getRuntime()",
        "new String('a') + #user",
        "#user + T(java.time.Instant).now()",
        "#user.class.forName('java.lang.Runtime').name",
        "#user.getClass().name"
      })
  void typesCannotBeNamed(String text) {
    assertThatIllegalStateException() // C169
        .isThrownBy(() -> expression(text))
        .withMessageContaining("names a type");
  }

  @Test
  void anUnknownNameIsRefusedWithTheKnownOnes() {
    assertThatIllegalStateException()
        .isThrownBy(() -> expression("#ordr"))
        .withMessageContaining("names #ordr, which is no parameter; there are")
        .withMessageContaining("pay");
  }

  @Test
  void aClassWithoutParameterNamesIsRefusedWithAdvice() throws ReflectiveOperationException {
    Method nameless = Function.class.getMethod("apply", Object.class);
    assertThatIllegalStateException() // C164
        .isThrownBy(() -> new KeyExpression("key", "#t", nameless, new StaticListableBeanFactory()))
        .withMessageContaining("-parameters");
    assertThat(new KeyExpression("key", "#p0", nameless, new StaticListableBeanFactory()))
        .isNotNull();
  }

  @Test
  void nothingIsNoKey() {
    for (String text : List.of("#pay.order", "{#user, #pay.order}", "#pay.shop", "{}")) {
      KeyExpression expression = expression(text);
      for (String order : Arrays.asList(null, "", "  ")) {
        Pay pay = new Pay(order, null, Optional.empty());
        assertThatIllegalArgumentException() // F24, C171
            .isThrownBy(() -> KeyParts.of(value(expression, pay, "u1"), expression))
            .withMessageContaining("so there is no key")
            .withMessageContaining("KeyExpressionTest.pay");
      }
    }
  }

  @Test
  void anArgumentThatIsNullIsTheCallersErrorAndAllElseTheExpressions() {
    KeyExpression order = expression("#pay.order");
    assertThatIllegalArgumentException() // F24
        .isThrownBy(() -> order.of(new KeyExpressionTest(), new Object[] {null, "u1"}));
    KeyExpression wrong = expression("#pay.number");
    assertThatIllegalStateException().isThrownBy(() -> value(wrong, PAY, "u1"));
  }

  @Test
  void whatHasNoTextOfItsOwnIsNoKey() {
    KeyExpression expression = expression("#pay");
    assertThatIllegalArgumentException() // F26
        .isThrownBy(() -> KeyParts.of(PAY, expression))
        .withMessageContaining("name a text, number, time, UUID or enum of it");
    assertThatIllegalArgumentException().isThrownBy(() -> KeyParts.of(new Object(), expression));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyParts.of(Map.of("a", "b"), expression));
  }

  @Test
  void oneNumberIsOneKeyHoweverItIsWritten() {
    KeyExpression expression = expression("#user");
    for (String number : List.of("10", "10.0", "10.00", "1E1")) {
      assertThat(KeyParts.of(new BigDecimal(number), expression)).containsExactly("10");
    }
    UUID id = UUID.randomUUID();
    assertThat(KeyParts.of(new Object[] {id, 7L}, expression)).containsExactly(id.toString(), "7");
  }

  @Test
  void whatCannotVaryIsKnownAsConstant() {
    assertThat(expression("'pay_notify:lock:'").isConstant()).isTrue(); // C114
    assertThat(expression("#root.toString()").isConstant()).isTrue();
    assertThat(expression("'lock:' + #user").isConstant()).isFalse();
    assertThat(expression("@tenant.current()").isConstant()).isFalse();
  }

  private static List<String> parts(String text) {
    KeyExpression expression = expression(text);
    return KeyParts.of(value(expression, PAY, "u1"), expression);
  }

  private static @Nullable Object value(KeyExpression expression, Pay pay, String user) {
    return expression.of(new KeyExpressionTest(), new Object[] {pay, user});
  }

  private static KeyExpression expression(String text) {
    try {
      Method method = KeyExpressionTest.class.getDeclaredMethod("pay", Pay.class, String.class);
      StaticListableBeanFactory beans = new StaticListableBeanFactory();
      beans.addBean("tenant", new Tenant());
      return new KeyExpression("key", text, method, beans);
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }
}
