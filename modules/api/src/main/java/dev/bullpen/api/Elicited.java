package dev.bullpen.api;

import java.util.Map;
import java.util.Optional;

/**
 * What came of asking a user.
 *
 * @param action what he did
 * @param content the fields that he filled in; nothing unless he accepted a form
 * @param problem why there is no answer, if there is none: of a user who could not be asked, too
 */
public record Elicited(Action action, Arguments content, Optional<String> problem) {
  /** What a user did. */
  public enum Action {
    /** He agreed, or filled in the form. */
    ACCEPT,
    /** He said no, or could not be asked. */
    DECLINE,
    /** He went away without a choice. */
    CANCEL,
    /** There was no answer, or none that fits the form. */
    ERROR
  }

  /** He accepted, and filled this in. */
  public static Elicited accepted(Map<String, ?> content) {
    return new Elicited(Action.ACCEPT, Arguments.of(content), Optional.empty());
  }

  /** He said no. */
  public static Elicited declined() {
    return new Elicited(Action.DECLINE, Arguments.of(Map.of()), Optional.empty());
  }

  /** Whether there is a content to be used. */
  public boolean isAccepted() {
    return action == Action.ACCEPT;
  }
}
