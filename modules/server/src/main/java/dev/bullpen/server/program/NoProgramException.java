package dev.bullpen.server.program;

/** A job has no program: its source does not compile, for example. */
public final class NoProgramException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient ProgramFailure failure;

  public NoProgramException(ProgramFailure failure) {
    super(failure.sentence());
    this.failure = failure;
  }

  public ProgramFailure failure() {
    return failure;
  }
}
