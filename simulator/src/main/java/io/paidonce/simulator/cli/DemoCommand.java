package io.paidonce.simulator.cli;

import io.paidonce.simulator.page.Html;
import io.paidonce.simulator.page.PageServer;
import io.paidonce.simulator.sending.Pacer;
import io.paidonce.simulator.story.Cast;
import io.paidonce.simulator.story.ChildHub;
import io.paidonce.simulator.story.DemoFiles;
import io.paidonce.simulator.story.Outcome;
import io.paidonce.simulator.story.Report;
import io.paidonce.simulator.story.Story;
import io.paidonce.simulator.story.Trickle;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code demo}: the whole story with a hub as child process. */
@Command(
    name = "demo",
    description = "Starts a hub, gives it a lively and nasty time, and checks every promise.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class DemoCommand implements Callable<Integer> {

  @Option(
      names = "--hub-command",
      required = true,
      paramLabel = "COMMAND",
      description = "command that starts the hub, without --config")
  private String hubCommand = "";

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "data",
      description = "directory for the demo's files and the hub's database (${DEFAULT-VALUE})")
  private Path data = Path.of("data");

  @Option(names = "--hub-port", defaultValue = "8080", description = "(${DEFAULT-VALUE})")
  private int hubPort;

  @Option(names = "--port", defaultValue = "8081", description = "of the page (${DEFAULT-VALUE})")
  private int port;

  @Option(names = "--once", description = "end after the story; exit 0 only if all held")
  private boolean once;

  @Option(names = "--seed", paramLabel = "N", description = "repeat an earlier run's order")
  private @Nullable Long seed;

  @Spec private @Nullable CommandSpec spec;

  private final Clock clock = Clock.systemUTC();
  private final PrintStream out;

  DemoCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path dir = data.toAbsolutePath().normalize();
    require(Ground.free(hubPort, "--hub-port"));
    require(Ground.free(port, "--port"));
    require(Ground.writable(dir));

    URI hubAddress = URI.create("http://127.0.0.1:" + hubPort);
    Cast cast = Cast.generate(Long.toString(clock.instant().getEpochSecond(), 36));
    DemoFiles files = new DemoFiles(dir);
    files.write(cast, hubPort);
    Story.Setting setting =
        new Story.Setting(
            hubAddress, cast, seed == null ? clock.millis() : seed, Story.SETTLE_DEADLINE);
    ChildHub hub =
        new ChildHub(command(files), workDirectory(dir), files.hubLog(), hubAddress, Pacer.REAL);
    Thread ending = new Thread(hub::stop, "simulator-ending");
    Runtime.getRuntime().addShutdownHook(ending);
    try {
      Outcome outcome = new Story(setting, hub, clock, Pacer.REAL, out).tell();
      out.println(Report.render(outcome));
      if (!once) {
        stay(outcome, setting);
      }
      return outcome.allHeld() ? 0 : 1;
    } finally {
      hub.stop();
    }
  }

  private List<String> command(DemoFiles files) {
    List<String> command = new ArrayList<>();
    try {
      command.addAll(CommandWords.split(hubCommand));
    } catch (IllegalArgumentException e) {
      require(Optional.of("--hub-command: " + e.getMessage()));
    }
    command.add("--config");
    command.add(files.configuration().toString());
    return command;
  }

  /** The hub keeps its database in {@code ./data}; that must be inside our directory. */
  private static Path workDirectory(Path dir) {
    Path parent = dir.getParent();
    return parent != null && dir.endsWith("data") ? parent : dir;
  }

  private void stay(Outcome outcome, Story.Setting setting) throws InterruptedException {
    String address = setting.hub().toString();
    try (Trickle trickle = new Trickle(setting, clock, Pacer.REAL);
        PageServer page = new PageServer(port, () -> Html.demo(outcome, trickle, address))) {
      page.start();
      out.println();
      out.println("  hub        " + address);
      out.println("  simulator  http://127.0.0.1:" + port);
      out.println("  a gentle trickle goes on; Ctrl-C ends both");
      Thread thread = new Thread(trickle, "simulator-trickle");
      thread.setDaemon(true);
      thread.start();
      thread.join();
    }
  }

  private void require(Optional<String> problem) {
    if (problem.isPresent() && spec != null) {
      throw new ParameterException(spec.commandLine(), problem.get());
    }
  }
}
