package io.paidonce.spring;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelEvaluationException;
import org.springframework.expression.spel.SpelMessage;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.ConstructorReference;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/**
 * An expression over a method's arguments, parsed and checked once. It knows the arguments by name
 * and by position ({@code #p0}, {@code #a0}), and beans; types and constructors are refused.
 */
final class KeyExpression {

  private static final SpelExpressionParser PARSER = new SpelExpressionParser();
  private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

  /** What an argument that is null leads to; all else is a fault of the expression. */
  private static final Set<SpelMessage> NULLS =
      Set.of(
          SpelMessage.PROPERTY_OR_FIELD_NOT_READABLE_ON_NULL,
          SpelMessage.METHOD_CALL_ON_NULL_OBJECT_NOT_ALLOWED,
          SpelMessage.CANNOT_INDEX_INTO_NULL_VALUE);

  private final String where;
  private final Method method;
  private final SpelExpression expression;
  private final BeanFactory beans;
  private final boolean constant;

  /**
   * Parses.
   *
   * @param what the attribute that has the expression, for messages
   * @throws IllegalStateException if it cannot be evaluated whatever the arguments are
   */
  KeyExpression(String what, String text, Method method, BeanFactory beans) {
    this.where = what + " = \"" + text + "\" of " + Methods.name(method);
    this.method = method;
    this.beans = beans;
    try {
      this.expression = PARSER.parseRaw(text);
    } catch (ParseException | IllegalStateException e) {
      throw new IllegalStateException(where + " is no expression: " + e.getMessage(), e);
    }
    Set<String> variables = new HashSet<>();
    this.constant = !visit(expression.getAST(), variables);
    requireKnown(variables);
  }

  /** Whether it is the same whatever the arguments are. */
  boolean isConstant() {
    return constant;
  }

  /**
   * Its value for these arguments.
   *
   * @throws IllegalArgumentException if an argument that it looks into is null
   */
  @Nullable Object of(Object target, @Nullable Object[] arguments) {
    MethodBasedEvaluationContext context =
        new MethodBasedEvaluationContext(target, method, arguments, NAMES);
    context.setBeanResolver(new BeanFactoryResolver(beans));
    context.setTypeLocator(
        name -> {
          throw new SpelEvaluationException(SpelMessage.TYPE_NOT_FOUND, name);
        });
    try {
      return expression.getValue(context);
    } catch (EvaluationException e) {
      String what = where + " cannot be evaluated: " + e.getMessage();
      if (e instanceof SpelEvaluationException known && NULLS.contains(known.getMessageCode())) {
        throw new IllegalArgumentException(what, e);
      }
      throw new IllegalStateException(what, e);
    }
  }

  @Override
  public String toString() {
    return where;
  }

  /** Collects variables; whether anything in it can vary. */
  private boolean visit(SpelNode node, Set<String> variables) {
    String text = node.toStringAST();
    boolean reflects =
        (node instanceof PropertyOrFieldReference && text.equals("class"))
            || (node instanceof MethodReference && text.startsWith("getClass("));
    if (reflects || node instanceof TypeReference || node instanceof ConstructorReference) {
      throw new IllegalStateException(
          where + " names a type; use arguments and beans only (@bean.method(#argument))");
    }
    boolean varies = node instanceof BeanReference;
    if (node instanceof VariableReference) {
      String name = text.substring(1);
      if (!name.equals("this") && !name.equals("root")) {
        variables.add(name);
        varies = true;
      }
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      varies |= visit(node.getChild(i), variables);
    }
    return varies;
  }

  private void requireKnown(Set<String> variables) {
    Set<String> known = new HashSet<>();
    @Nullable String @Nullable [] names = NAMES.getParameterNames(method);
    for (int i = 0; i < method.getParameterCount(); i++) {
      known.add("p" + i);
      known.add("a" + i);
      if (names != null) {
        known.add(Objects.requireNonNullElse(names[i], "p" + i));
      }
    }
    for (String variable : variables) {
      if (!known.contains(variable)) {
        throw new IllegalStateException(
            where
                + " names #"
                + variable
                + ", which is no parameter"
                + (names == null
                    ? "; the class has no parameter names: compile it with -parameters, or write"
                        + " #p0 for the first one"
                    : "; there are " + String.join(", ", known.stream().sorted().toList())));
      }
    }
  }
}
