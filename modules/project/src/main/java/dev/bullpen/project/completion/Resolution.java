package dev.bullpen.project.completion;

import java.util.List;
import java.util.Optional;

/** Who completes an argument, if anybody. */
public sealed interface Resolution {

  /**
   * A script does.
   *
   * @param match how what it prints is chosen from and ordered; empty to take it as it is
   */
  record Script(CompletionProvider provider, Optional<MatchMode> match) implements Resolution {
    /** One whose output is taken as it is. */
    public Script(CompletionProvider provider) {
      this(provider, Optional.empty());
    }
  }

  /**
   * Values do that are declared somewhere.
   *
   * @param name of the prompt or template
   * @param scriptKey who completes it, for cursors: {@code declared:ARGUMENT} or {@code
   *     builtin:NAME}
   * @param source where they are: no table and no {@code enum}, which have been looked up
   * @param match how loosely they may fit
   */
  record Declared(String name, String scriptKey, CompletionSource source, MatchMode match)
      implements Resolution {
    /** What the declaration of the argument offers, in its order; possibly nothing. */
    public Declared(String name, ValueList values) {
      this(name, "builtin:" + name, new CompletionSource.Values(values), MatchMode.FUZZY);
    }

    public Declared(String name, List<String> values) {
      this(name, ValueList.of(values));
    }
  }

  /**
   * Nobody knows the reference or the argument: -32602.
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
