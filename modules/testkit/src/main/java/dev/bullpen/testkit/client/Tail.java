package dev.bullpen.testkit.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines of a server's standard error and how many there were in all. */
public final class Tail {
  /** Enough to explain a failure, little enough to be printed. */
  private static final int KEPT_LINES = 200;

  private final Deque<String> kept = new ArrayDeque<>();
  private long lines;

  Tail() {}

  synchronized void add(byte[] line) {
    lines++;
    kept.addLast(new String(line, UTF_8));
    if (kept.size() > KEPT_LINES) {
      kept.removeFirst();
    }
  }

  /** How many lines there have been. */
  public synchronized long lines() {
    return lines;
  }

  /** The last of them. */
  public synchronized String text() {
    return String.join("\n", kept);
  }
}
