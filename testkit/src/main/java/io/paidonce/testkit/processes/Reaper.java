package io.paidonce.testkit.processes;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends every process this JVM has handed to it, and deletes this JVM's scratch directory, however
 * the JVM itself ends.
 *
 * <p>On an orderly exit a shutdown hook kills the processes. When the JVM is killed hard, a small
 * shell process notices that the pipe from the JVM has closed, kills whatever is still running (by
 * process id and start time, so that a reused id is left alone) and deletes the scratch directory.
 * Thread-safe. Linux only.
 */
public final class Reaper {

  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      watched=''
      while read -r pid start; do watched="$watched $pid:$start"; done
      for entry in $watched; do
        pid=${entry%%:*}
        start=$(sed 's/.*) //' "/proc/$pid/stat" 2>/dev/null | cut -d' ' -f20)
        if [ "$start" = "${entry##*:}" ]; then kill -9 "$pid"; fi
      done
      tries=0
      while [ -e "$1" ] && [ $tries -lt 50 ]; do
        rm -rf -- "$1"
        tries=$((tries + 1))
        if [ -e "$1" ]; then sleep 0.1; fi
      done
      """;

  /** Position of the start time among the words after the command name in /proc/pid/stat. */
  private static final int START_TIME_WORD = 19;

  private final Path root;
  private final OutputStream pipe;
  private final Set<Process> watched = ConcurrentHashMap.newKeySet();

  private Reaper() {
    try {
      root = Files.createTempDirectory("paidonce-testkit-");
      Process shell =
          new ProcessBuilder("setsid", "sh", "-c", SCRIPT, "reaper", root.toString())
              .directory(root.getRoot().toFile())
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start();
      pipe = shell.getOutputStream();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start the reaper; setsid and sh are needed", e);
    }
    Thread hook = new Thread(() -> watched.forEach(Process::destroyForcibly), "reaper");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private static final class Holder {
    static final Reaper INSTANCE = new Reaper();
  }

  /** From now on the process cannot outlive this JVM. */
  public static void watch(Process process) {
    Holder.INSTANCE.add(process);
  }

  /** A new, empty directory, deleted after this JVM has ended. */
  public static Path scratch(String name) {
    try {
      return Files.createTempDirectory(Holder.INSTANCE.root, name + "-");
    } catch (IOException e) {
      throw new UncheckedIOException("no scratch directory for " + name, e);
    }
  }

  /** Whether no process with this id is running; one that waits to be buried has gone. */
  public static boolean gone(long pid) {
    List<String> words = statistics(pid);
    return words.isEmpty() || words.get(0).equals("Z");
  }

  private void add(Process process) {
    watched.removeIf(earlier -> !earlier.isAlive());
    watched.add(process);
    List<String> words = statistics(process.pid());
    if (words.isEmpty()) {
      return; // it has ended already
    }
    String line = process.pid() + " " + words.get(START_TIME_WORD) + "\n";
    synchronized (pipe) {
      try {
        pipe.write(line.getBytes(StandardCharsets.US_ASCII));
        pipe.flush();
      } catch (IOException e) {
        process.destroyForcibly();
        throw new UncheckedIOException("the reaper has died; " + process.pid() + " is killed", e);
      }
    }
  }

  /** What /proc says after the command name; empty when there is no such process. */
  private static List<String> statistics(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
    } catch (IOException e) {
      return List.of();
    }
  }
}
