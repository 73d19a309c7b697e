package dev.bullpen.project.completion;

import java.util.Optional;

/**
 * Where a page of suggestions begins.
 *
 * @param offset suggestions that came before, 0 to {@value #MAX_OFFSET}
 * @param scriptCursor the script's own mark for this page, given back to it unchanged
 * @param previousOutput fingerprint of the output the page before was cut from; the same output
 *     again means the script does not look at the offset
 */
public record CompletionPosition(
    int offset, Optional<String> scriptCursor, Optional<String> previousOutput) {
  /** Suggestions; nobody pages that far, and sums of two still fit an int. */
  static final int MAX_OFFSET = 1_000_000_000;

  /** The first page. */
  public static final CompletionPosition START =
      new CompletionPosition(0, Optional.empty(), Optional.empty());

  public CompletionPosition {
    if (offset < 0 || offset > MAX_OFFSET) {
      throw new IllegalArgumentException("offset " + offset);
    }
  }

  /** What a script is told that prints everything every time, to have it chosen from. */
  public CompletionPosition beforeAll() {
    return new CompletionPosition(0, scriptCursor, Optional.empty());
  }

  /** This position in an output that begins with the first suggestion. */
  CompletionPosition inAll(CompletionOutput output) {
    return offset == 0
        ? this
        : new CompletionPosition(offset, scriptCursor, Optional.of(output.fingerprint()));
  }
}
