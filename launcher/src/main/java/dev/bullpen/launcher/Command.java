package dev.bullpen.launcher;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** A word after the command's name. */
public interface Command {
  /** The word. */
  String name();

  /** Options and help, made anew; the caller adds the name and {@code --help}. */
  CommandSpec spec();

  /**
   * Does it.
   *
   * @return the exit code
   * @throws UsageException if a value is wrong in a way the specification cannot tell
   */
  int run(ParseResult words, Console console) throws UsageException;
}
