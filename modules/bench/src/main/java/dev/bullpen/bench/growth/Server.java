package dev.bullpen.bench.growth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.testkit.client.Launcher;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A server of the product, greeted, and a client that costs as little as it can. An answer that is
 * no result ends the measurement.
 */
final class Server implements AutoCloseable {
  private static final String INITIALIZE =
      "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"growth\",\"version\":\"1\"}}";
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
  private static final String CANCEL =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}\n";

  /** Far more than it needs to end, with all its helpers, when its input has. */
  private static final int END_SECONDS = 20;

  private static final double NANOS_PER_MILLI = 1e6;

  private final Process process;
  private final Path log;
  private final OutputStream input;
  private final Replies replies;
  private int id;

  private Server(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.input = process.getOutputStream();
    this.replies = new Replies(process.getInputStream());
  }

  /**
   * Returns when it has greeted.
   *
   * @param log where what it writes to its standard error is added
   */
  static Server start(Launcher launcher, Path log) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(launcher.command())
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(launcher.environment());
    Server server = new Server(builder.start(), log);
    try {
      server.alone(new Request("initialize", id -> INITIALIZE));
      server.write(INITIALIZED.getBytes(UTF_8));
      return server;
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  long pid() {
    return process.pid();
  }

  /** Its id. */
  int send(Request request) throws IOException {
    write(request.line(++id));
    return id;
  }

  void cancel(int request) throws IOException {
    write(CANCEL.formatted(request).getBytes(UTF_8));
  }

  private void write(byte[] lines) throws IOException {
    input.write(lines);
    input.flush();
  }

  /** The next answer, to whichever request. */
  Reply await() throws IOException {
    while (true) {
      Reply reply = read();
      if (reply.isAnswer()) {
        return reply;
      }
    }
  }

  private Reply read() throws IOException {
    try {
      Reply reply = replies.read();
      if (reply.isAnswer() && !reply.isGood()) {
        throw new IOException("it answers " + reply.head());
      }
      return reply;
    } catch (IOException e) {
      throw new IOException("server %d: %s; see %s".formatted(pid(), e.getMessage(), log), e);
    }
  }

  /** Until it has answered all that comes before this. */
  void settle() throws IOException {
    int last = send(Request.ping());
    while (!await().isOf(last)) {
      // something of before
    }
  }

  /** One request, from its sending to its answer, ms. */
  double alone(Request request) throws IOException {
    long sent = System.nanoTime();
    send(request);
    await();
    return millisSince(sent);
  }

  /** So many, the next whenever one has been answered, ms for all of them. */
  double inFlight(int inFlight, int count, Request request) throws IOException {
    long begun = System.nanoTime();
    for (int i = 0; i < Math.min(inFlight, count); i++) {
      send(request);
    }
    for (int i = inFlight; i < count; i++) {
      await();
      send(request);
    }
    for (int i = 0; i < Math.min(inFlight, count); i++) {
      await();
    }
    return millisSince(begun);
  }

  /**
   * So many at once, ms from the sending of the first to the last answer. Written by a thread of
   * its own, since the server may answer before it has read them all.
   */
  double atOnce(int count, Request request) throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      lines.writeBytes(request.line(++id));
    }
    long begun = System.nanoTime();
    Thread writer = new Thread(() -> writeAll(lines.toByteArray()), "requests");
    writer.setDaemon(true);
    writer.start();
    for (int i = 0; i < count; i++) {
      await();
    }
    return millisSince(begun);
  }

  private void writeAll(byte[] lines) {
    try {
      write(lines);
    } catch (IOException e) {
      System.out.printf("[growth] server %d takes no more input: %s%n", pid(), e.getMessage());
    }
  }

  private static double millisSince(long nanos) {
    return (System.nanoTime() - nanos) / NANOS_PER_MILLI;
  }

  /** End its input, and see it go. */
  @Override
  public void close() throws IOException {
    input.close();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        System.out.printf("[growth] server %d has not ended in time and is killed%n", pid());
        process.toHandle().destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.getInputStream().close();
    }
  }
}
