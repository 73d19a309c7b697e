package dev.bullpen.testkit.client;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Everything that went over the wire, in order; threads can wait for a line. */
public final class Transcript {
  private final List<Line> lines = new ArrayList<>();
  // Responses by the JSON text of their id, so that 1 and "1" are two ids.
  private final Map<String, List<Line>> responses = new HashMap<>();
  private final ReentrantLock linesLock = new ReentrantLock();
  private final Condition linesChanged = linesLock.newCondition();
  private int forgotten;
  private boolean ended;

  /** An empty one. */
  public Transcript() {}

  void add(Line line) {
    linesLock.lock();
    try {
      lines.add(line);
      if (line.from() == Line.Side.SERVER) {
        line.json().ifPresent(json -> index(line, json));
      }
      linesChanged.signalAll();
    } finally {
      linesLock.unlock();
    }
  }

  void end() {
    linesLock.lock();
    try {
      ended = true;
      linesChanged.signalAll();
    } finally {
      linesLock.unlock();
    }
  }

  private void index(Line line, JsonNode json) {
    if (json.isArray()) {
      json.forEach(element -> index(line, element));
    } else if (json.has("id") && !json.has("method")) {
      responses.computeIfAbsent(Json.text(json.get("id")), id -> new ArrayList<>()).add(line);
    }
  }

  /**
   * From now on {@link #received}, {@link #heard} and those that wait know only what is said later,
   * except for responses, which are found by their id. {@link #lines} still has everything.
   */
  public void forget() {
    linesLock.lock();
    try {
      forgotten = lines.size();
    } finally {
      linesLock.unlock();
    }
  }

  /** All lines so far. */
  public List<Line> lines() {
    linesLock.lock();
    try {
      return List.copyOf(lines);
    } finally {
      linesLock.unlock();
    }
  }

  /**
   * Wait until there are lines, and hand over and forget all there are; empty at the deadline and
   * at the end. For a conversation that is too long to be kept.
   */
  public List<Line> take(Deadline deadline) {
    linesLock.lock();
    try {
      while (lines.isEmpty() && waitOn(deadline)) {
        // check again
      }
      List<Line> taken = List.copyOf(lines);
      lines.clear();
      forgotten = 0;
      responses.clear();
      return taken;
    } finally {
      linesLock.unlock();
    }
  }

  /** Lines of the server so far. */
  public List<Line> received() {
    linesLock.lock();
    try {
      return lines.stream()
          .skip(forgotten)
          .filter(line -> line.from() == Line.Side.SERVER)
          .toList();
    } finally {
      linesLock.unlock();
    }
  }

  /**
   * Responses with that id so far; {@code id} is its JSON text, such as {@code 1} or {@code "1"}.
   */
  public List<Line> responses(String id) {
    linesLock.lock();
    try {
      return List.copyOf(responses.getOrDefault(id, List.of()));
    } finally {
      linesLock.unlock();
    }
  }

  /** The first response with that id, as soon as it is there. */
  public Optional<Line> awaitResponse(String id, Deadline deadline) {
    return awaitResponse(id, 0, deadline);
  }

  /** The response with that id that follows so many others, as soon as it is there. */
  public Optional<Line> awaitResponse(String id, int others, Deadline deadline) {
    linesLock.lock();
    try {
      while (responses.getOrDefault(id, List.of()).size() <= others && waitOn(deadline)) {
        // check again
      }
      return responses.getOrDefault(id, List.of()).stream().skip(others).findFirst();
    } finally {
      linesLock.unlock();
    }
  }

  /** The messages of the server with that method so far, in order. */
  public List<JsonNode> heard(String method) {
    return received().stream()
        .filter(line -> isMessage(line, method))
        .map(line -> line.json().orElseThrow())
        .toList();
  }

  /** The message of the server with that method that follows so many others of its kind. */
  public Optional<JsonNode> awaitMessage(String method, int others, Deadline deadline) {
    return await(line -> isMessage(line, method), others, deadline).flatMap(Line::json);
  }

  private static boolean isMessage(Line line, String method) {
    return line.json().filter(json -> method.equals(json.path("method").asString(""))).isPresent();
  }

  /** The first line of the server that matches, as soon as it is there. */
  public Optional<Line> await(Predicate<Line> wanted, Deadline deadline) {
    return await(wanted, 0, deadline);
  }

  /** The line of the server that matches and follows so many others that do. */
  public Optional<Line> await(Predicate<Line> wanted, int others, Deadline deadline) {
    linesLock.lock();
    try {
      int next = forgotten;
      int matched = 0;
      do {
        for (; next < lines.size(); next++) {
          Line line = lines.get(next);
          if (line.from() == Line.Side.SERVER && wanted.test(line) && matched++ == others) {
            return Optional.of(line);
          }
        }
      } while (waitOn(deadline));
      return Optional.empty();
    } finally {
      linesLock.unlock();
    }
  }

  /** Whether the server's output has ended before the deadline. */
  public boolean awaitEnd(Deadline deadline) {
    linesLock.lock();
    try {
      while (!ended && waitOn(deadline)) {
        // check again
      }
      return ended;
    } finally {
      linesLock.unlock();
    }
  }

  /**
   * Wait for a change; false once there can be none: the deadline has passed or all has been said.
   */
  private boolean waitOn(Deadline deadline) {
    assert linesLock.isHeldByCurrentThread();
    if (ended || deadline.passed()) {
      return false;
    }
    try {
      linesChanged.await(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a line", e);
    }
  }
}
