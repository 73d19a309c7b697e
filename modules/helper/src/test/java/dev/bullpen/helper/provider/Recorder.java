package dev.bullpen.helper.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Ports that keep what goes through them. */
final class Recorder extends Ports {
  /** A question with the names it came under. */
  record Asked(String requestName, String answerName, String question) {}

  /** How long the last one would have waited. */
  Duration patience = Duration.ZERO;

  /** Whether no answer comes in time. */
  boolean late;

  final List<String> events = new ArrayList<>();
  final List<Asked> asked = new ArrayList<>();
  boolean cancelled;

  /** Null for a job that ends while it waits. */
  Function<Asked, String> answer = question -> null;

  Recorder() {
    super(Map.of());
  }

  @Override
  boolean cancelled() {
    return cancelled;
  }

  @Override
  void event(byte[] line) {
    events.add(new String(line, UTF_8));
  }

  @Override
  Optional<byte[]> ask(String requestName, String answerName, byte[] question, Duration limit)
      throws InterruptedException {
    patience = limit;
    if (late) {
      return Optional.empty();
    }
    asked.add(new Asked(requestName, answerName, new String(question, UTF_8)));
    String said = answer.apply(asked.get(asked.size() - 1));
    if (said == null) {
      throw new InterruptedException();
    }
    return Optional.of(said.getBytes(UTF_8));
  }
}
