package dev.bullpen.project;

import java.util.List;

/** Who completes an argument, if anybody. */
public sealed interface Resolution {

  /** A script does. */
  record Script(CompletionProvider provider) implements Resolution {}

  /**
   * The declaration of the argument does.
   *
   * @param name of the prompt or template
   * @param values what it offers, in its order; possibly nothing
   */
  record Declared(String name, List<String> values) implements Resolution {
    /** The script key of cursors into these values. */
    public String scriptKey() {
      return "builtin:" + name;
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
