package io.paidonce.simulator.cli;

import io.paidonce.simulator.story.StoryFailed;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program. Exit codes: 0 all well, 1 a promise broken or the story failed, 2 wrong use. */
@Command(
    name = "paidonce-simulator",
    description = "Payment providers that misbehave on purpose.",
    mixinStandardHelpOptions = true,
    version = "PaidOnce simulator 0.1.0",
    synopsisSubcommandLabel = "COMMAND")
public final class PaidOnceSimulator {

  PaidOnceSimulator() {}

  /** Runs one command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    PrintStream out = // UTF-8, whatever the locale says
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.exit(run(out, System.err, args));
  }

  static int run(PrintStream out, PrintStream errors, String... args) {
    CommandLine line =
        new CommandLine(new PaidOnceSimulator())
            .addSubcommand(new DemoCommand(out))
            .addSubcommand(new ServeCommand(out));
    line.setErr(new PrintWriter(errors, true, StandardCharsets.UTF_8));
    line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    line.setParameterExceptionHandler(
        (problem, unparsed) -> {
          String command = problem.getCommandLine().getCommandSpec().qualifiedName();
          errors.println(problem.getMessage() + "; see " + command + " --help");
          return CommandLine.ExitCode.USAGE;
        });
    line.setExecutionExceptionHandler(
        (problem, failed, parsed) -> {
          errors.println(oneLine(problem));
          return CommandLine.ExitCode.SOFTWARE;
        });
    if (args.length == 0) {
      errors.println("a command is missing: demo or serve; see paidonce-simulator --help");
      return CommandLine.ExitCode.USAGE;
    }
    return line.execute(args);
  }

  private static String oneLine(Exception problem) {
    String message = String.valueOf(problem.getMessage()).replaceAll("\\s*\\R\\s*", " ");
    return problem instanceof StoryFailed
        ? message
        : problem.getClass().getSimpleName() + ": " + message;
  }
}
