package io.paidonce.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.paidonce.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs the scripts of one call, which all together have its budget of time: connecting, if there is
 * no connection, and a script that has to be sent twice included. For one thread.
 */
final class RedisScripts {

  private final RedisAccess access;
  private final String store;
  private final long endNanos;

  private RedisScripts(RedisAccess access, String store, Duration budget) {
    this.access = access;
    this.store = store;
    this.endNanos = System.nanoTime() + budget.toNanos();
  }

  /** For a call that begins now, of the store of this name. */
  static RedisScripts within(Duration budget, RedisAccess access, String store) {
    return new RedisScripts(access, store, budget);
  }

  /**
   * Runs a script.
   *
   * @throws StoreUnavailableException if there was no answer in what is left of the budget; it may
   *     still run
   */
  List<byte[]> run(Script script, byte[][] keys, byte[]... arguments) {
    try {
      return bytes(send(script, keys, arguments));
    } catch (ExecutionException | TimeoutException | RuntimeException e) {
      throw new StoreUnavailableException(store, script.step(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException(store, script.step(), e);
    }
  }

  /** Sends a script behind those already sent, and does not wait for it. */
  void later(Script script, byte[][] keys, byte[]... arguments) {
    try {
      var unused = commands().eval(script.text(), ScriptOutputType.MULTI, keys, arguments);
    } catch (RuntimeException e) {
      throw new StoreUnavailableException(store, script.step(), e);
    }
  }

  private List<Object> send(Script script, byte[][] keys, byte[]... arguments)
      throws ExecutionException, InterruptedException, TimeoutException {
    RedisScriptingAsyncCommands<byte[], byte[]> commands = commands();
    try {
      return await(
          commands.<List<Object>>evalsha(script.sha1(), ScriptOutputType.MULTI, keys, arguments));
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof RedisNoScriptException)) {
        throw e;
      }
      return await(
          commands.<List<Object>>eval(script.text(), ScriptOutputType.MULTI, keys, arguments));
    }
  }

  private RedisScriptingAsyncCommands<byte[], byte[]> commands() {
    return access.commands(Duration.ofNanos(left()));
  }

  private long left() {
    return Math.max(0, endNanos - System.nanoTime());
  }

  private <T> T await(Future<T> answer)
      throws ExecutionException, InterruptedException, TimeoutException {
    try {
      return answer.get(left(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | InterruptedException e) {
      answer.cancel(true);
      throw e;
    }
  }

  private static List<byte[]> bytes(List<Object> answer) {
    List<byte[]> all = new ArrayList<>(answer.size());
    for (Object part : answer) {
      all.add(part instanceof byte[] bytes ? bytes : new byte[0]);
    }
    return all;
  }
}
