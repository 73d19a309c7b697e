package dev.bullpen.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The answer of a client's model.
 *
 * @param text all the text in it; "" if there is none
 * @param model the model that answered; "" without an answer
 * @param message the whole {@code CreateMessageResult}; empty without an answer
 * @param problem why there is no answer; empty if there is one
 */
public record Sampled(
    String text, String model, Map<String, Object> message, Optional<String> problem) {
  /** Copies the message, in its order. */
  public Sampled {
    message = Collections.unmodifiableMap(new LinkedHashMap<String, Object>(message));
  }

  /** There is no answer. */
  public static Sampled failed(String problem) {
    return new Sampled("", "", Map.of(), Optional.of(problem));
  }

  /** Whether there is an answer. */
  public boolean isAnswered() {
    return problem.isEmpty();
  }
}
