package dev.bullpen.project.completion;

/** What reads a source that lies in files; for one thread at a time. */
interface SourceFiles {
  /**
   * What tells its state from another.
   *
   * @throws CompletionSourceException if it cannot be read
   */
  String stamp() throws CompletionSourceException;

  /**
   * Read it.
   *
   * @param now on the clock of {@link System#nanoTime}
   */
  SourceState read(long now) throws CompletionSourceException;

  /** For how long a look at the stamp holds, in nanoseconds. */
  long looksEvery();
}
