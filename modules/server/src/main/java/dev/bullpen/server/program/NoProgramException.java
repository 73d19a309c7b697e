package dev.bullpen.server.program;

import dev.bullpen.pool.job.FailureReason;

/**
 * A job has no program, for example because its source does not compile. No text has a path, so
 * clients may see all of them.
 */
public final class NoProgramException extends Exception {
  private static final String NOT_COMPILED = "not-compiled";
  private static final String NO_COMPILER = "no-compiler";

  private final String reason;
  private final String complaints;

  /**
   * @param reason a word for programs, {@code data.reason} of an error
   * @param sentence what is wrong, to follow the name of what failed and a colon
   * @param complaints all that the compiler reported about wrong lines; empty if no line is wrong
   */
  public NoProgramException(String reason, String sentence, String complaints) {
    super(sentence, null, false, false); // kept as long as its source does not change
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
        "%s has to be compiled, but this server runs on a Java without a compiler".formatted(file),
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

  /** Whether another run of the compiler would fail in the same way for the same source. */
  boolean isLasting() {
    return reason.equals(NOT_COMPILED) || reason.equals(NO_COMPILER);
  }
}
