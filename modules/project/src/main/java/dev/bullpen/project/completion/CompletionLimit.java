package dev.bullpen.project.completion;

import java.util.OptionalInt;

/**
 * How many values a client wants: the extension {@code limit} of {@code completion/complete}.
 *
 * @param asked 1 to {@value #MAX}; empty when the client does not say
 */
public record CompletionLimit(OptionalInt asked) {
  /** Values in one answer, at most (MCP, completion: "maximum 100 items per response"). */
  public static final int MAX = 100;

  /** What a script is told when the client does not say; a screenful of suggestions. */
  public static final int DEFAULT_TOLD = 5;

  /** The client does not say. */
  public static final CompletionLimit NONE = new CompletionLimit(OptionalInt.empty());

  public CompletionLimit {
    if (asked.isPresent() && (asked.getAsInt() < 1 || asked.getAsInt() > MAX)) {
      throw new IllegalArgumentException("limit " + asked.getAsInt());
    }
  }

  /** What the script is told, as {@code MCP_COMPLETION_LIMIT}. */
  public int told() {
    return asked.orElse(DEFAULT_TOLD);
  }

  /** Where the answer is cut: an answer longer than asked for is only cut where it must be. */
  public int cut() {
    return asked.orElse(MAX);
  }
}
