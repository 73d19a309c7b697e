package dev.bullpen.server.program;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.server.program.Compiler.Complaint;

/**
 * Why a Java program cannot be run. Nothing here holds a path: clients may see all of it.
 *
 * @param reason a word for programs, {@code data.reason} of an error
 * @param sentence what is wrong, to follow the name of what failed and a colon
 * @param complaints everything the compiler has said of lines that are wrong; empty if none is
 */
public record ProgramFailure(String reason, String sentence, String complaints) {
  private static final String NOT_COMPILED = "not-compiled";

  static ProgramFailure notCompiled(Complaint complaint) {
    return new ProgramFailure(
        NOT_COMPILED, complaint.sentence(), complaint.isOfALine() ? complaint.text() : "");
  }

  static ProgramFailure noCompiler(String file) {
    return new ProgramFailure(
        "no-compiler",
        "%s has to be compiled, and this server runs on a Java without a compiler".formatted(file),
        "");
  }

  static ProgramFailure unusable(String sentence) {
    return new ProgramFailure("not-started", sentence, "");
  }

  /** So many wait for a compiler already that this one does not. */
  public static ProgramFailure busy() {
    return new ProgramFailure(
        FailureReason.BUSY.word(), "too many calls wait already; call again in a moment", "");
  }

  static ProgramFailure of(String file, FailureReason reason) {
    return new ProgramFailure(
        reason.word(), "%s could not be compiled: %s".formatted(file, reason.sentence()), "");
  }
}
