package io.paidonce.testkit.processes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How to start a child JVM. Immutable: each method returns a changed copy, and one launch may be
 * started many times, as a machine that comes back does.
 */
public final class Launch {

  /** System property that tells the child at which of its named points to die, and when. */
  public static final String CRASH_PROPERTY = "paidonce.crash.at";

  private final List<String> program;
  private final List<String> jvmArguments;
  private final List<String> arguments;
  private final Map<String, String> environment;

  private Launch(
      List<String> program,
      List<String> jvmArguments,
      List<String> arguments,
      Map<String, String> environment) {
    this.program = program;
    this.jvmArguments = jvmArguments;
    this.arguments = arguments;
    this.environment = environment;
  }

  static Launch ofMain(String main) {
    List<String> program = List.of("-cp", System.getProperty("java.class.path"), main);
    return new Launch(program, List.of("-Xmx512m"), List.of(), Map.of());
  }

  static Launch ofJar(Path jar) {
    List<String> program = List.of("-jar", jar.toAbsolutePath().toString());
    return new Launch(program, List.of("-Xmx512m"), List.of(), Map.of());
  }

  /** With another class path; a launch of a jar refuses. */
  public Launch classPath(String classPath) {
    if (program.size() != 3) {
      throw new IllegalStateException("a jar brings its own class path");
    }
    List<String> changed = List.of(program.get(0), classPath, program.get(2));
    return new Launch(changed, jvmArguments, arguments, environment);
  }

  /** With more arguments for the program. */
  public Launch arguments(String... more) {
    return new Launch(program, jvmArguments, joined(arguments, more), environment);
  }

  /** With more options for the JVM, such as {@code -Xmx1g}; a later one wins. */
  public Launch jvmArguments(String... more) {
    return new Launch(program, joined(jvmArguments, more), arguments, environment);
  }

  /** With this system property. */
  public Launch property(String name, String value) {
    return jvmArguments("-D" + name + "=" + value);
  }

  /** With this environment variable beside the inherited ones. */
  public Launch environment(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(environment);
    changed.put(name, value);
    return new Launch(program, jvmArguments, arguments, changed);
  }

  /**
   * Told to die when it reaches the named point for the n-th time, by {@code
   * -Dpaidonce.crash.at=name:n}. The program under test must know the property and its points.
   */
  public Launch crashAt(String point, int nth) {
    if (nth < 1 || !point.matches("[A-Za-z0-9._-]+")) {
      throw new IllegalArgumentException("no crash point: " + point + ":" + nth);
    }
    return property(CRASH_PROPERTY, point + ":" + nth);
  }

  /** Starts a child, which writes its output to a file of its own. */
  public ChildJvm start() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmArguments);
    command.addAll(program);
    command.addAll(arguments);
    Path directory = Reaper.scratch("child");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      Reaper.watch(process);
      return new ChildJvm(process, directory.resolve("output.log"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start a child JVM", e);
    }
  }

  private static List<String> joined(List<String> list, String... more) {
    List<String> joined = new ArrayList<>(list);
    joined.addAll(List.of(more));
    return List.copyOf(joined);
  }
}
