package dev.bullpen.project.registration;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A {@code register.json} that is not believed or not understood, or a {@code register.sh} that
 * failed.
 *
 * <p>The message is for the operator: it names the file, the entry, the reason and the next step.
 * It holds paths and belongs on standard error, never in an answer to a client.
 */
public final class RegistrationException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String entry;
  private final String reason;
  private final String nextStep;

  RegistrationException(Path file, String entry, String reason, String nextStep) {
    super("%s: %s%s. %s.".formatted(file, entry.isEmpty() ? "" : entry + ": ", reason, nextStep));
    this.entry = entry;
    this.reason = reason;
    this.nextStep = nextStep;
  }

  /**
   * The entry at fault, as {@code completions[2] "name"} or {@code call 3, mcp_register_tool};
   * empty when it is the file as a whole.
   */
  public Optional<String> entry() {
    return Optional.of(entry).filter(text -> !text.isEmpty());
  }

  /** What is wrong, without a full stop. */
  public String reason() {
    return reason;
  }

  /** What to do about it, without a full stop. */
  public String nextStep() {
    return nextStep;
  }
}
