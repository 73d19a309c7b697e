package dev.bullpen.testkit.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.testkit.JavaProgram;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.proc.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a human needs when a deadline was missed: processes, threads, standard error, last lines.
 */
public final class Diagnosis {
  private static final int LAST_LINES = 20;

  /** jstack attaches within tens of milliseconds, or never to a JVM that is stuck. */
  private static final long JSTACK_SECONDS = 5;

  private Diagnosis() {}

  /** A failure that carries it. */
  public static AssertionError failure(McpProcess server, String sentence) {
    return new AssertionError(sentence + "\n" + of(server));
  }

  /** The state of a server now. */
  public static String of(McpProcess server) {
    List<Line> lines = server.transcript().lines();
    return String.join(
        "\n",
        "-- processes",
        ProcessTable.now().tree(server.pid()),
        "-- last lines of " + lines.size(),
        lastOf(lines),
        "-- standard error, " + server.stderr().lines() + " lines, the last of them",
        server.stderr().text(),
        "-- threads",
        threads(server.pid()));
  }

  private static String lastOf(List<Line> lines) {
    return String.join(
        "\n",
        lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()).stream()
            .map(Line::toString)
            .toList());
  }

  private static String threads(long pid) {
    // Asking for threads is a signal at first, which ends what is no JVM.
    if (Proc.read(pid).filter(process -> process.name().equals("java")).isEmpty()) {
      return "no JVM";
    }
    try {
      Path dump = Files.createTempFile("bullpen-jstack-", ".txt");
      try {
        Process jstack =
            new ProcessBuilder(JavaProgram.java("jstack").toString(), Long.toString(pid))
                .redirectErrorStream(true)
                .redirectOutput(dump.toFile())
                .start();
        if (!jstack.waitFor(JSTACK_SECONDS, TimeUnit.SECONDS)) {
          jstack.destroyForcibly();
        }
        return Files.readString(dump, UTF_8);
      } finally {
        Files.delete(dump);
      }
    } catch (IOException e) {
      return "no thread dump: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "no thread dump: interrupted";
    }
  }
}
