package dev.bullpen.helper.shell;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.FilledPipes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A warm shell, and its trial: it does no job before it has shown that it can read our pipes, and
 * does as told.
 */
final class HeldShell {
  /** What a shell is tried with, and says if it has done it. */
  private static final int TRIED = 42;

  private static final byte[] TRIAL = ("exit " + TRIED).getBytes(StandardCharsets.US_ASCII);

  private final WarmShell shell;

  /** As long as the shell may be reading it. */
  private Optional<Descriptor> trial;

  private HeldShell(WarmShell shell, Descriptor trial) {
    this.shell = shell;
    this.trial = Optional.of(trial);
  }

  /**
   * Start one; {@link #tryOut} must follow.
   *
   * @throws IOException if it could not be started, or not be watched; nothing is left then
   */
  static HeldShell start(WarmStart start, FilledPipes texts) throws IOException {
    Descriptor trial = texts.of(TRIAL).orElseThrow();
    try {
      return new HeldShell(WarmShell.start(start), trial);
    } catch (IOException e) {
      trial.close();
      throw e;
    }
  }

  WarmShell shell() {
    return shell;
  }

  /** Begin the trial. */
  void tryOut() throws IOException {
    shell.give(trial.orElseThrow());
  }

  /** Whether the trial has no result yet that somebody has taken. */
  boolean isOnTrial() {
    return trial.isPresent();
  }

  /** Whether it has passed its trial, which is over. */
  boolean takeResult() throws IOException {
    boolean passed = shell.takeStatus().equals(Optional.of(TRIED));
    endTrial();
    return passed;
  }

  /** With or without a result. */
  void endTrial() {
    trial.ifPresent(Descriptor::close);
    trial = Optional.empty();
  }
}
