package dev.bullpen.project.registration;

import java.nio.file.Path;

/**
 * A {@code register.json} that is not trusted or not understood, or a {@code register.sh} that
 * failed.
 *
 * <p>The message is for the operator. It names the file, the entry, the reason and the next step.
 * It contains paths, so it must go to standard error only, and never to a client.
 */
public final class RegistrationException extends Exception {
  /**
   * @param entry the wrong entry, such as {@code completions[2] "name"}; empty for the whole file
   */
  RegistrationException(Path file, String entry, String reason, String nextStep) {
    super("%s: %s%s. %s.".formatted(file, entry.isEmpty() ? "" : entry + ": ", reason, nextStep));
  }
}
