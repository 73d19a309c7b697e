package dev.bullpen.bench.race;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;

/**
 * A client that costs as little as it can: one thread, no parser. A server that answers anything
 * but a result, or with no suggestion, ends the race.
 */
final class Session implements AutoCloseable {
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
          + "\"capabilities\":{},\"clientInfo\":{\"name\":\"race\",\"version\":\"1\"}}}\n";
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";

  /** Far more than any needs to end when its input has. */
  private static final int END_SECONDS = 20;

  private final Contender contender;
  private final Process process;
  private final OutputStream input;
  private final BufferedReader output;
  private int id;

  private Session(Contender contender, Process process) {
    this.contender = contender;
    this.process = process;
    this.input = process.getOutputStream();
    this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /** Start it and greet it; returns when it has greeted. */
  static Session open(Contender contender) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(contender.command()).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(contender.environment());
    Session session = new Session(contender, builder.start());
    session.write(INITIALIZE);
    session.await();
    session.write(INITIALIZED);
    return session;
  }

  long pid() {
    return process.pid();
  }

  /** Each in a context of its own, so that none is taken for what the user has typed on. */
  void sendCompletion() throws IOException {
    write(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"completion/complete\",\"params\":{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"%s\"},\"argument\":{\"name\":\"query\",\"value\":\"re\"},\"context\":{\"arguments\":{\"form\":\"%d\"}}}}\n"
            .formatted(++id, Course.COMPLETION, id));
  }

  void sendCall() throws IOException {
    write(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":{}}}\n"
            .formatted(++id, Course.TOOL));
  }

  private void write(String line) throws IOException {
    input.write(line.getBytes(UTF_8));
    input.flush();
  }

  /** One answer, to whichever request. */
  void await() throws IOException {
    while (true) {
      String line = output.readLine();
      if (line == null) {
        throw new IOException(contender.name() + " ended: " + process.info().commandLine());
      }
      boolean isOne = line.contains("\"result\"") && !line.contains("\"isError\":true");
      if (isOne && !line.contains("\"values\":[]")) {
        return;
      }
      if (!line.contains("\"method\"")) {
        throw new IOException(contender.name() + " answers " + line);
      }
    }
  }

  /** End its input, and see it go. */
  @Override
  public void close() throws IOException {
    input.close();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.toHandle().destroyForcibly(); // some servers outlive their input
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    output.close();
  }
}
