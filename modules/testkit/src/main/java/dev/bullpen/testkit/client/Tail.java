package dev.bullpen.testkit.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines of a server's standard error and how many there were in all. */
public final class Tail {
  /** Enough to explain a failure, little enough to be printed. */
  private static final int KEPT_LINES = 200;

  /** What a log's writer may take on a busy machine. */
  private static final Duration SOON = Duration.ofSeconds(20);

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

  /** Fails unless it contains these words, or does so soon: it is no part of any answer. */
  public void assertSays(String words) {
    if (!Poll.until(Deadline.in(SOON), () -> text().contains(words))) {
      throw new AssertionError("standard error does not say: " + words + "; but\n" + text());
    }
  }

  /** The last of them. */
  public synchronized String text() {
    return String.join("\n", kept);
  }
}
