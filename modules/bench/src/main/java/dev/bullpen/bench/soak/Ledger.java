package dev.bullpen.bench.soak;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Line;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What is open, and whether each request gets the answers it should: one, and the right one; after
 * a cancel none, or one that crossed it. Behind each cancel goes a ping, and what comes after the
 * answer to that has not crossed. For one thread.
 */
final class Ledger {
  /** A text that fails whoever reads it is shown to here. */
  private static final int SHOWN_CHARS = 400;

  private static final int KEPT_FAULTS = 50;

  private final Map<String, Ask> open = new HashMap<>();
  private final Map<String, Ask> cancelled = new HashMap<>();
  // Ids of cancelled requests, by the id of the ping behind the cancel.
  private final Map<String, String> fences = new HashMap<>();
  private final Map<Kind, Integer> answered = new EnumMap<>(Kind.class);
  private final List<String> faults = new ArrayList<>();
  private int faultCount;
  private int cancels;
  private int crossed;

  void sent(Ask ask) {
    open.put(ask.id(), ask);
  }

  /** Whether a request still waits for its answer. */
  boolean isOpen(Ask ask) {
    return open.containsKey(ask.id());
  }

  /** A request is about to be cancelled, and a ping of that id will follow. */
  void cancelling(Ask ask, String fence) {
    open.remove(ask.id());
    cancelled.put(ask.id(), ask);
    fences.put(fence, ask.id());
    cancels++;
  }

  /** How many requests wait for an answer. */
  int openCount() {
    return open.size();
  }

  /** Whether nothing more is to come. */
  boolean isSettled() {
    return open.isEmpty() && fences.isEmpty();
  }

  /** A line of the server. */
  void take(Line line) {
    Optional<JsonNode> json = line.json();
    if (json.isEmpty() || !json.get().isObject()) {
      fault("not one JSON object: " + line.text());
    } else if (!json.get().has("method")) {
      response(json.get(), line);
    } else if (json.get().has("id")) {
      fault("a request nobody expects: " + line.text());
    }
  }

  private void response(JsonNode message, Line line) {
    String id = Json.text(message.path("id"));
    Ask ask = open.remove(id);
    if (ask != null) {
      answered.merge(ask.kind(), 1, Integer::sum);
      Answer answer = new Answer(message, Duration.ofNanos(line.nanos() - ask.sentNanos()));
      if (!ask.kind().isRight(answer)) {
        fault("not the answer to " + ask + ": " + line.text());
      }
    } else if (cancelled.remove(id) != null) {
      crossed++;
    } else if (fences.containsKey(id)) {
      cancelled.remove(fences.remove(id));
    } else {
      fault("a second answer, or one after the cancel: " + line.text());
    }
  }

  /** What has no answer after all that time, if anything. */
  void assertAnswered() {
    open.values().forEach(ask -> fault("no answer to " + ask));
    fences.forEach((fence, id) -> fault("no answer to the ping behind the cancel of " + id));
  }

  void fault(String sentence) {
    faultCount++;
    if (faults.size() < KEPT_FAULTS) {
      faults.add(
          sentence.length() <= SHOWN_CHARS ? sentence : sentence.substring(0, SHOWN_CHARS) + "…");
    }
  }

  /** The first of what went wrong, a sentence each. */
  List<String> faults() {
    return faults;
  }

  @Override
  public String toString() {
    int all = answered.values().stream().mapToInt(Integer::intValue).sum();
    return "%d answered %s, %d cancelled of which %d crossed, %d faults"
        .formatted(all, answered, cancels, crossed, faultCount);
  }
}
