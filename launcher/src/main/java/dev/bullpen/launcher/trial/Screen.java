package dev.bullpen.launcher.trial;

import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.ask.Progress;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Reads lines, and shows everything that is no result. What a screen lacks it does not do. */
interface Screen extends AutoCloseable {
  /**
   * The words of the next line; empty at the end.
   *
   * @throws UsageException if a quote is not closed
   * @throws IOException if no line can be read any more
   */
  Optional<List<String>> read() throws UsageException, IOException;

  /** Shows a line that is no result; for any thread. */
  void said(String line);

  /** Shows the progress of a request, in place of its earlier progress. */
  void progress(Progress progress);

  /** Removes the progress. */
  default void clearProgress() {}

  /** Asks for one value. */
  Reply ask(Field field) throws InterruptedException;

  /** Ends the open question, whose answer would come too late; for any thread. */
  default void withdraw() {}

  /** From now on, Ctrl-C becomes an event. */
  default void watchKeys(Events events) {}

  default void leaveKeys() {}

  @Override
  default void close() {}

  /** How the user dealt with a question. */
  enum Outcome {
    TYPED,
    DECLINED,
    CANCELLED
  }

  /**
   * The user's answer.
   *
   * @param text what was typed
   */
  record Reply(Outcome outcome, String text) {}
}
