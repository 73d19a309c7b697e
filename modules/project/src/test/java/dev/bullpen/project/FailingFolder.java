package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;

/**
 * A folder that can be opened and fails while it is listed: {@code /proc/PID/net} of a dead process
 * that no process has waited for. It was started by a shell that has become {@code sleep} since,
 * which never waits.
 */
public final class FailingFolder implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Process careless;
  private final Path link;

  private FailingFolder(Process careless, Path link) {
    this.careless = careless;
    this.link = link;
  }

  /** One that a link leads to. */
  public static FailingFolder at(Path link) throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self/net")), "no /proc");
    Process careless =
        new ProcessBuilder("sh", "-c", "exec 3<&0; cat <&3 & echo $!; exec sleep 1000 3<&-")
            .start();
    Path child = Path.of("/proc", careless.inputReader().readLine());
    awaitInStat(Path.of("/proc", Long.toString(careless.pid())), "(sleep)");
    careless.getOutputStream().close();
    awaitInStat(child, ") Z ");
    Files.createSymbolicLink(link, child.resolve("net"));
    return new FailingFolder(careless, link);
  }

  public Path path() {
    return link;
  }

  private static void awaitInStat(Path process, String words) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.readString(process.resolve("stat")).contains(words)) {
      assertTrue(System.nanoTime() < deadline, process + " is not " + words);
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() throws IOException {
    careless.destroyForcibly().onExit().join();
    Files.delete(link);
  }
}
