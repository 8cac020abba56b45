package io.paidonce.sabotage;

import io.paidonce.hub.HubApplication;
import io.paidonce.hub.gate.Gate;
import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.wiring.HubCommand;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.flywaydb.core.Flyway;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/** The hub with one thing spoilt, named by the option {@code --sabotage=...}. */
@Configuration(proxyBeanMethods = false)
@Import({
  HubApplication.class,
  SabotagedHub.AnswersBeforeTheCommit.class,
  SabotagedHub.NoUniqueKey.class,
  SabotagedHub.SignatureIgnored.class
})
public class SabotagedHub {

  /** Starts it. */
  public static void main(String[] args) {
    int code = HubCommand.run(SabotagedHub.class, args);
    if (code != 0) {
      System.exit(code);
    }
  }

  /** What was promised to the provider is written a little later, or never. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = "sabotage", havingValue = "answers-before-the-commit")
  static class AnswersBeforeTheCommit {

    @Bean
    static BeanPostProcessor late() {
      return new BeanPostProcessor() {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
          return bean instanceof TransactionTemplate template ? new LateCommit(template) : bean;
        }
      };
    }
  }

  /** Nothing but our good intentions keeps a repeat out of the inbox. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = "sabotage", havingValue = "no-unique-key")
  static class NoUniqueKey {

    @Bean
    InitializingBean constraintDropped(JdbcTemplate jdbc, Flyway migrated) {
      return () ->
          jdbc.execute("ALTER TABLE notification DROP CONSTRAINT IF EXISTS notification_fact");
    }

    @Bean
    static BeanPostProcessor forgetful() {
      return new BeanPostProcessor() {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
          return bean instanceof Gate ? new ForgetfulGate() : bean;
        }
      };
    }
  }

  /** Whatever looks like a payment of Alipay is one. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = "sabotage", havingValue = "signature-ignored")
  static class SignatureIgnored {

    @Bean
    static BeanPostProcessor credulous() {
      return new BeanPostProcessor() {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
          return name.equals("channels") ? credulous(bean) : bean;
        }
      };
    }

    /** The record that holds the channels is nobody's business outside its room. */
    private static Object credulous(Object channels) {
      try {
        Method all = channels.getClass().getDeclaredMethod("all");
        all.setAccessible(true);
        Map<Object, Object> replaced = new HashMap<>();
        ((Map<?, ?>) all.invoke(channels))
            .forEach(
                (name, channel) ->
                    replaced.put(
                        (ChannelName) name, new CredulousChannel((ProviderChannel) channel)));
        Constructor<?> of = channels.getClass().getDeclaredConstructor(Map.class);
        of.setAccessible(true);
        return of.newInstance(Map.copyOf(replaced));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("the channels are held in another way now", e);
      }
    }
  }

  /** A gate that has never seen anything. */
  private static final class ForgetfulGate implements Gate {
    @Override
    public CompletableFuture<Look> look(String key) {
      return CompletableFuture.completedFuture(Look.ABSENT);
    }

    @Override
    public void done(String key) {}
  }
}
