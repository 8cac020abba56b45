package io.paidonce.spring;

import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.OnDuplicate;
import io.paidonce.Operation;
import java.lang.reflect.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A method with {@link io.paidonce.Idempotent}, read and checked once.
 *
 * @param request what is asked for; null for all arguments that are data
 * @param token the form token in front of everything; null if there is none
 * @param claims the layers before the transaction; null if there are none
 * @param record the layer in the transaction; null if there is none
 * @param byResult whether the method's own result says what it was: strategies STATE and VERSION
 */
record IdempotentMethod(
    Method method,
    Operation<@Nullable Object> operation,
    OnDuplicate onDuplicate,
    KeyExpression key,
    @Nullable KeyExpression request,
    @Nullable TokenGate token,
    @Nullable IdempotencyTemplate claims,
    @Nullable IdempotencyTemplate record,
    boolean byResult) {

  /** What one call is about. */
  record Identity(IdempotencyKey key, @Nullable Object content) {}

  /** The key and the content of a call with these arguments. */
  Identity identity(Object target, @Nullable Object[] arguments) {
    IdempotencyKey it =
        new IdempotencyKey(operation.scope(), KeyParts.of(key.of(target, arguments), key));
    Object content =
        request == null
            ? RequestContent.ofArguments(method, arguments)
            : RequestContent.of(request.of(target, arguments));
    boolean nothing = content == null || (content instanceof Map<?, ?> map && map.isEmpty());
    return new Identity(it, nothing ? null : content);
  }
}
