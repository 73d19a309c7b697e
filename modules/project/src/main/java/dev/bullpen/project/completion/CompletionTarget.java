package dev.bullpen.project.completion;

import java.util.Optional;

/**
 * What a completion is registered for.
 *
 * @param kind of the thing; {@link Kind#ANY} for whatever has the name
 * @param name the prompt or resource name, or the URI
 * @param argument the only one it completes; empty for all that nobody else does
 */
public record CompletionTarget(Kind kind, String name, Optional<String> argument) {
  public enum Kind {
    ANY,
    PROMPT,
    RESOURCE
  }

  /** Targets are looked up for each request, and a record's own goes through method handles. */
  @Override
  public int hashCode() {
    return 31 * name.hashCode() + argument.hashCode();
  }

  public CompletionTarget with(Kind other) {
    return new CompletionTarget(other, name, argument);
  }
}
