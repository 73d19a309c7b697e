package dev.bullpen.helper.host;

import dev.bullpen.helper.provider.Ports;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A provider uses its job's desk as a script does: by the paths its environment names. */
final class DeskPorts implements Ports, AutoCloseable {
  private static final String EVENTS = "MCP_PROGRESS_STREAM";

  private final Map<String, String> environment;
  private volatile boolean cancelled;

  /**
   * Held while an event is written, which waits for the helper's thread to read the ones before it:
   * that thread never takes it.
   */
  private final Object writing = new Object();

  // Guarded by writing.
  private Optional<OutputStream> events = Optional.empty();

  DeskPorts(Map<String, String> environment) {
    this.environment = environment;
  }

  /** From the helper's thread. */
  void cancel() {
    cancelled = true;
    told();
  }

  /** Something has been put on the desk. */
  synchronized void told() {
    notifyAll();
  }

  @Override
  public boolean cancelled() {
    return cancelled;
  }

  /** In one write, so that lines of the provider's own processes do not come between. */
  @Override
  public void event(byte[] line) {
    String path = environment.getOrDefault(EVENTS, "");
    if (path.isEmpty()) {
      return;
    }
    byte[] ended = Arrays.copyOf(line, line.length + 1);
    ended[line.length] = '\n';
    try {
      synchronized (writing) {
        if (events.isEmpty()) {
          events = Optional.of(new FileOutputStream(path, true));
        }
        events.get().write(ended);
      }
    } catch (IOException e) {
      System.err.println("progress and log lines cannot be passed on: " + e.getMessage());
    }
  }

  /** The question appears whole, and the server is nudged to look; the answer is a file as well. */
  @Override
  public Optional<byte[]> ask(
      String requestName, String answerName, byte[] question, Duration patience)
      throws InterruptedException {
    Path desk = Path.of(environment.get(EVENTS)).getParent();
    Path request = desk.resolve(requestName);
    Path answer = desk.resolve(answerName);
    try {
      Files.deleteIfExists(answer); // to a question that was taken back
      Path beside = desk.resolve(requestName + ".new");
      Files.write(beside, question);
      Files.move(beside, request, StandardCopyOption.ATOMIC_MOVE);
      event(new byte[0]);
      if (!appears(answer, patience)) {
        Files.deleteIfExists(request);
        return Optional.empty();
      }
      byte[] bytes = Files.readAllBytes(answer);
      Files.delete(answer);
      return Optional.of(bytes);
    } catch (IOException e) {
      throw new IllegalStateException("the client cannot be asked: " + e.getMessage(), e);
    }
  }

  private synchronized boolean appears(Path answer, Duration patience) throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    while (!Files.exists(answer)) {
      if (cancelled) {
        throw new InterruptedException("the call was cancelled while its question waited");
      }
      long left = until - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }

  @Override
  public void close() {
    synchronized (writing) {
      events.ifPresent(
          stream -> {
            try {
              stream.close();
            } catch (IOException e) {
              System.err.println("progress and log lines may be lost: " + e.getMessage());
            }
          });
      events = Optional.empty();
    }
  }
}
