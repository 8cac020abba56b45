package io.paidonce.hub.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import io.paidonce.hub.cases.CaseRepository;
import io.paidonce.hub.gate.Gate;
import io.paidonce.hub.inbox.DeliveryCounter;
import io.paidonce.hub.inbox.Inbox;
import io.paidonce.hub.inbox.RejectionLog;
import io.paidonce.hub.ingress.Ingress;
import io.paidonce.hub.ingress.IngressMeters;
import io.paidonce.hub.ingress.NotifyDoor;
import jakarta.servlet.DispatcherType;
import java.time.Clock;
import java.util.EnumSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** The notify door in front of everything else the server does. */
@Configuration(proxyBeanMethods = false)
class IngressWiring {

  private static final int ANSWERING_THREADS = 4;
  private static final int ANSWERING_QUEUE_MAX = 20_000;

  @Bean
  IngressMeters ingressMeters(MeterRegistry registry) {
    return new IngressMeters(registry);
  }

  @Bean(destroyMethod = "shutdown")
  ThreadPoolExecutor answering() {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            ANSWERING_THREADS,
            ANSWERING_THREADS,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(ANSWERING_QUEUE_MAX),
            task -> {
              Thread thread = new Thread(task, "ingress-answer");
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.CallerRunsPolicy());
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  @Bean
  Ingress ingress(
      Gate gate,
      Inbox inbox,
      DeliveryCounter deliveries,
      RejectionLog rejections,
      CaseRepository cases,
      IngressMeters meters,
      ThreadPoolExecutor answering) {
    return new Ingress(gate, inbox, deliveries, rejections, cases, meters, answering);
  }

  @Bean
  NotifyDoor notifyDoor(
      OpenChannels channels,
      Ingress ingress,
      IngressMeters meters,
      Clock clock,
      ThreadPoolExecutor answering,
      HubProperties properties) {
    return new NotifyDoor(
        channels::all,
        ingress,
        meters,
        clock,
        answering,
        properties.ingress().bodyBytesMax(),
        properties.ingress().patience());
  }

  @Bean
  FilterRegistrationBean<NotifyDoor> notifyDoorRegistration(NotifyDoor door) {
    FilterRegistrationBean<NotifyDoor> registration = new FilterRegistrationBean<>(door);
    registration.addUrlPatterns(NotifyDoor.PATH + "*");
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    registration.setAsyncSupported(true);
    registration.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST));
    return registration;
  }

  /** A provider keeps its connections; closing one after a hundred requests only costs. */
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> keepConnections() {
    return factory ->
        factory.addConnectorCustomizers(
            connector -> connector.setProperty("maxKeepAliveRequests", "-1"));
  }
}
