package dev.bullpen.launcher.trial;

import dev.bullpen.launcher.UsageException;
import java.util.List;
import java.util.Optional;

/** Where lines come from, and what happens beside the results is shown. */
interface Screen extends AutoCloseable {
  /**
   * The words of the next line; empty at the end.
   *
   * @throws UsageException if a quote is not closed
   */
  Optional<List<String>> read() throws UsageException;

  /** Shows a line that is no result; for any thread. */
  void said(String line);

  /** Shows how far a request has come, in place of what was shown before. */
  void progress(Progress progress);

  /** Removes it. */
  void clearProgress();

  /** Asks for one value. */
  Reply ask(Field field) throws InterruptedException;

  /** Ends such a question, whose answer would come too late; for any thread. */
  void withdraw();

  /** From now on the keys go to the events. */
  void watchKeys(Events events);

  void leaveKeys();

  @Override
  void close();

  /** What a person made of a question. */
  enum Outcome {
    TYPED,
    DECLINED,
    CANCELLED
  }

  /**
   * An answer.
   *
   * @param text what was typed
   */
  record Reply(Outcome outcome, String text) {}
}
