package dev.bullpen.server.program;

import java.util.List;

/** What came of looking for the classes of a program. */
sealed interface ProgramResult {
  /**
   * They are here.
   *
   * @param provider the class to run
   * @param classPath folders and jars, absolute
   */
  record Ready(String provider, List<String> classPath) implements ProgramResult {}

  /** There are none. */
  record Failed(ProgramFailure failure) implements ProgramResult {}
}
