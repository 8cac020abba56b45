package io.paidonce.cases;

import io.paidonce.testkit.databases.Engine;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Gives each test the hubs it asks for; each is started once, and closed after the last test. */
final class HubSource extends AnnotationBasedArgumentsProvider<OnHub> {

  @Override
  protected Stream<? extends Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context, OnHub wanted) {
    return Arrays.stream(wanted.engines())
        .map(engine -> Arguments.of(hub(context, engine, wanted.setup())));
  }

  private static RunningHub hub(ExtensionContext context, Engine engine, Setup setup) {
    return context
        .getRoot()
        .getStore(Namespace.create(HubSource.class))
        .computeIfAbsent(
            engine + "/" + setup,
            name -> new Started(RunningHub.start(engine, setup)),
            Started.class)
        .hub();
  }

  /** Closed with JUnit's root store; an argument that can be closed would be closed at once. */
  private record Started(RunningHub hub) implements AutoCloseable {
    @Override
    public void close() {
      hub.stop();
    }
  }
}
