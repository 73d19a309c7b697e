package dev.bullpen.project.completion;

import java.util.Optional;

/** What completes an argument, if anything does. */
public sealed interface Resolution {
  /**
   * A script does.
   *
   * @param match how its output is chosen from and ordered; empty to take it as it is
   */
  record Script(CompletionProvider provider, Optional<MatchMode> match) implements Resolution {}

  /**
   * Declared values do.
   *
   * @param name of the prompt or template
   * @param scriptKey for cursors: {@code declared:ARGUMENT} or {@code builtin:NAME}
   * @param source where they are: no table and no {@code enum}, which have been looked up
   * @param match how loosely they may fit
   */
  record Declared(String name, String scriptKey, CompletionSource source, MatchMode match)
      implements Resolution {
    /** What the declaration of the argument offers, in its order; possibly nothing. */
    public Declared(String name, CompletionSource.Values values) {
      this(name, "builtin:" + name, values, MatchMode.FUZZY);
    }
  }

  /**
   * The reference or the argument is unknown: -32602.
   *
   * @param message fit for the client; the same whether a thing does not exist or is not shown
   */
  record Unknown(String message) implements Resolution {}

  /**
   * It is known but cannot be completed until the project is mended: -32603.
   *
   * @param message fit for the client
   * @param detail for the operator, with paths and the next step
   */
  record Broken(String message, String detail) implements Resolution {}
}
