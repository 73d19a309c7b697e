package dev.bullpen.bench.http;

import dev.bullpen.bench.race.Burden;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server that is up, on a free port of this host. */
record RunningServer(Contender contender, Process process, int port) implements Closeable {
  /** A JVM with a framework needs a few seconds. */
  private static final int START_SECONDS = 60;

  private static final int END_SECONDS = 10;
  private static final long RETRY_MILLIS = 50;
  private static final double KIB_PER_MIB = 1024;

  /**
   * Returns when it has answered a call.
   *
   * @param log the folder that gets what it says
   */
  static RunningServer start(Contender contender, Path log) throws IOException {
    int port = freePort();
    ProcessBuilder builder =
        new ProcessBuilder(contender.command(port))
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(log.resolve(contender.name().replace(' ', '-') + ".log").toFile());
    builder.environment().put("MCPBASH_TOOL_ALLOWLIST", "*");
    RunningServer server = new RunningServer(contender, builder.start(), port);
    try {
      server.awaitAnswer();
      return server;
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }

  private void awaitAnswer() throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (true) {
      try (Client client = Client.greet(port, contender.eras().get(0))) {
        client.ask(Ask.CALL);
        return;
      } catch (IOException e) {
        if (!process.isAlive() || System.nanoTime() > end) {
          throw new IOException("it does not serve: " + e.getMessage(), e);
        }
      }
      pause(RETRY_MILLIS);
    }
  }

  /** Of all its processes, PSS, MiB. */
  double memory() throws IOException {
    long kib = Burden.pssKib(process.pid());
    if (kib == 0) {
      throw new IOException("its memory cannot be read: run this as root, or as its user");
    }
    return kib / KIB_PER_MIB;
  }

  static void pause(long millis) throws IOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** End it, and what it has started. */
  @Override
  public void close() {
    List<ProcessHandle> below = process.descendants().toList();
    process.destroy();
    try {
      process.waitFor(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    below.forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
