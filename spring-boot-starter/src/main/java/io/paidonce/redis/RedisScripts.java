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

/** Runs scripts, each within its budget of time. Thread-safe. */
final class RedisScripts {

  private final RedisAccess access;
  private final String store;
  private final Duration budget;

  RedisScripts(RedisAccess access, String store, Duration budget) {
    this.access = access;
    this.store = store;
    this.budget = budget;
  }

  /**
   * Runs a script.
   *
   * @throws StoreUnavailableException if there was no answer within the budget; it may still run
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

  /**
   * Connects and runs a script that changes nothing, so that the first claim is not late because
   * all of this is still cold.
   *
   * @param patience for the connection, and for the script
   */
  void warmUp(Script script, byte[][] keys, Duration patience) {
    access.connect(patience);
    new RedisScripts(access, store, patience).run(script, keys);
  }

  /** Sends a script behind those already sent, and does not wait for it. */
  void later(Script script, byte[][] keys, byte[]... arguments) {
    try {
      var unused = access.commands().eval(script.text(), ScriptOutputType.MULTI, keys, arguments);
    } catch (RuntimeException e) {
      throw new StoreUnavailableException(store, script.step(), e);
    }
  }

  private List<Object> send(Script script, byte[][] keys, byte[]... arguments)
      throws ExecutionException, InterruptedException, TimeoutException {
    RedisScriptingAsyncCommands<byte[], byte[]> commands = access.commands();
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

  private <T> T await(Future<T> answer)
      throws ExecutionException, InterruptedException, TimeoutException {
    try {
      return answer.get(budget.toNanos(), TimeUnit.NANOSECONDS);
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
