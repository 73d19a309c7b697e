package dev.bullpen.project.registration;

import java.nio.file.Path;

/**
 * A {@code register.json} that is not believed or not understood, or a {@code register.sh} that
 * failed.
 *
 * <p>The message is for the operator: it names the file, the entry, the reason and the next step.
 * It holds paths and belongs on standard error, never in an answer to a client.
 */
public final class RegistrationException extends Exception {
  /**
   * @param entry the one at fault, as {@code completions[2] "name"}; empty for the file as a whole
   */
  RegistrationException(Path file, String entry, String reason, String nextStep) {
    super("%s: %s%s. %s.".formatted(file, entry.isEmpty() ? "" : entry + ": ", reason, nextStep));
  }
}
