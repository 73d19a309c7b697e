package dev.bullpen.server.call;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.protocol.line.ClientOutput;
import dev.bullpen.protocol.line.OutgoingBudget;
import dev.bullpen.protocol.line.OutgoingLines;
import dev.bullpen.protocol.line.WaterMarks;
import dev.bullpen.server.thread.DaemonThreads;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import tools.jackson.databind.JsonNode;

/** Outgoing messages to memory, whose reader can be made to stop. */
public final class Wire {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final CountDownLatch reads;
  private final CountDownLatch blocked = new CountDownLatch(1);
  private final OutgoingLines writer;

  private Wire(boolean stopped, WaterMarks marks, Runnable onRoom) {
    this.reads = new CountDownLatch(stopped ? 1 : 0);
    this.writer =
        new OutgoingLines(
            new Slow(new Client()), new OutgoingBudget(Long.MAX_VALUE, marks), onRoom);
    DaemonThreads.start("writer", writer::write);
  }

  public static Wire reading() {
    return new Wire(false, WaterMarks.DEFAULT, () -> {});
  }

  /** The client reads nothing until {@link #readOn}. */
  public static Wire stopped(WaterMarks marks, Runnable onRoom) {
    return new Wire(true, marks, onRoom);
  }

  public OutgoingLines writer() {
    return writer;
  }

  public void readOn() {
    reads.countDown();
  }

  /** Wait until the writer is inside a write that does not return. */
  public void awaitBlocked() throws InterruptedException {
    blocked.await();
  }

  /** Whether the client has got that so far. */
  public boolean has(String text) {
    return written.toString(StandardCharsets.UTF_8).contains(text);
  }

  /** All lines, once everything handed over is written. */
  public List<JsonNode> lines() {
    writer.close(Duration.ofSeconds(30));
    List<JsonNode> lines = new ArrayList<>();
    for (String line : written.toString(StandardCharsets.UTF_8).split("\n")) {
      if (!line.isEmpty()) {
        lines.add(parsed(line));
      }
    }
    return lines;
  }

  /** Written with ' for ". */
  public static JsonNode parse(String json) {
    return parsed(json.replace('\'', '"'));
  }

  private static JsonNode parsed(String json) {
    try {
      return Json.parse(json);
    } catch (JsonException e) {
      throw new AssertionError(json, e);
    }
  }

  private final class Client extends OutputStream {
    @Override
    public void write(int octet) {
      written.write(octet);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      blocked.countDown();
      try {
        reads.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      written.write(bytes, offset, length);
    }
  }

  /** Nothing is known of its room. */
  private record Slow(OutputStream stream) implements ClientOutput {
    @Override
    public boolean takesAtOnce(int bytes) {
      return false;
    }

    @Override
    public CompletableFuture<Void> watchForClosing() {
      return new CompletableFuture<>();
    }
  }
}
