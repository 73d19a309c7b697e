package dev.bullpen.project.completion;

import dev.bullpen.project.file.EscapedBytes;

/**
 * A script that exited well and said nothing that can be used: -32603.
 *
 * <p>The message names the provider and is fit for the client; what the script said is not in it.
 */
public final class CompletionOutputException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String firstBytes;

  CompletionOutputException(String provider, String reason, byte[] output) {
    super("Completion provider %s: %s".formatted(EscapedBytes.of(provider), reason));
    this.firstBytes = EscapedBytes.of(output);
  }

  /** How the output begins, as one line of ASCII, for the operator. */
  public String firstBytes() {
    return firstBytes;
  }
}
