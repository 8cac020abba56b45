package io.paidonce.bench;

import io.github.arun0009.idempotent.core.annotation.Idempotent;
import io.github.arun0009.idempotent.core.aspect.IdempotentAspect;
import io.github.arun0009.idempotent.core.persistence.InMemoryIdempotentStore;
import org.springframework.aop.aspectj.annotation.AspectJProxyFactory;

/** The aspect of arun0009's idempotent-core, with its store in memory. */
final class IdempotentCore implements Guard {

  private static final long KEPT_SECONDS = 3_600;

  /** The method that it guards. */
  static class Shop {
    @Idempotent(key = "#key", ttlInSeconds = KEPT_SECONDS)
    public String once(String key, Effect effect) throws Exception {
      effect.happen();
      return "done";
    }
  }

  private final Shop shop;

  IdempotentCore() {
    AspectJProxyFactory factory = new AspectJProxyFactory(new Shop());
    factory.setProxyTargetClass(true);
    factory.addAspect(new IdempotentAspect(new InMemoryIdempotentStore()));
    this.shop = factory.getProxy();
  }

  @Override
  public void once(String key, Effect effect) throws Exception {
    String answer = shop.once(key, effect);
    if (!answer.equals("done")) {
      throw new IllegalStateException("another answer: " + answer);
    }
  }

  @Override
  public void close() {}
}
