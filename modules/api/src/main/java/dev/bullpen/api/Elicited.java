package dev.bullpen.api;

import java.util.Map;
import java.util.Optional;

/**
 * The answer of a user.
 *
 * @param action what the user did
 * @param content the fields that the user filled in; empty unless a form was accepted
 * @param problem why there is no answer, also if the user could not be asked; else empty
 */
public record Elicited(Action action, Arguments content, Optional<String> problem) {
  /** What a user did. */
  public enum Action {
    /** The user agreed, or filled in the form. */
    ACCEPT,
    /** The user refused, or could not be asked. */
    DECLINE,
    /** The user closed the question without a choice. */
    CANCEL,
    /** There was no answer, or none that fits the form. */
    ERROR
  }

  /** The user accepted, and filled this in. */
  public static Elicited accepted(Map<String, ?> content) {
    return new Elicited(Action.ACCEPT, Arguments.of(content), Optional.empty());
  }

  /** The user refused. */
  public static Elicited declined() {
    return new Elicited(Action.DECLINE, Arguments.of(Map.of()), Optional.empty());
  }

  /** Whether the user accepted. */
  public boolean isAccepted() {
    return action == Action.ACCEPT;
  }
}
