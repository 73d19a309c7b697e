package dev.bullpen.server.program;

import dev.bullpen.pool.job.FailureReason;

/**
 * A job has no program: its source does not compile, for example. Nothing here holds a path:
 * clients may see all of it.
 */
public final class NoProgramException extends Exception {
  private static final String NOT_COMPILED = "not-compiled";
  private static final String NO_COMPILER = "no-compiler";

  private final String reason;
  private final String complaints;

  /**
   * @param reason a word for programs, {@code data.reason} of an error
   * @param sentence what is wrong, to follow the name of what failed and a colon
   * @param complaints everything the compiler has said of lines that are wrong; empty if none is
   */
  public NoProgramException(String reason, String sentence, String complaints) {
    super(sentence, null, false, false); // it is kept as long as its source does not change
    this.reason = reason;
    this.complaints = complaints;
  }

  static NoProgramException notCompiled(Complaint complaint) {
    return new NoProgramException(
        NOT_COMPILED, complaint.sentence(), complaint.isOfALine() ? complaint.text() : "");
  }

  static NoProgramException noCompiler(String file) {
    return new NoProgramException(
        NO_COMPILER,
        "%s has to be compiled, and this server runs on a Java without a compiler".formatted(file),
        "");
  }

  static NoProgramException unusable(String sentence) {
    return new NoProgramException("not-started", sentence, "");
  }

  /** So many wait for a compiler already that this one does not. */
  public static NoProgramException busy() {
    return new NoProgramException(
        FailureReason.BUSY.word(), "too many calls wait already; call again in a moment", "");
  }

  static NoProgramException of(String file, FailureReason reason) {
    return new NoProgramException(
        reason.word(), "%s could not be compiled: %s".formatted(file, reason.sentence()), "");
  }

  public String reason() {
    return reason;
  }

  public String sentence() {
    return getMessage();
  }

  public String complaints() {
    return complaints;
  }

  /** Whether another run of the compiler would say the same of the same source. */
  boolean isLasting() {
    return reason.equals(NOT_COMPILED) || reason.equals(NO_COMPILER);
  }
}
