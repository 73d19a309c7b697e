package dev.bullpen.project.metadata;

/** An error in an entry or its metadata. The reader of the file adds the location. */
public final class EntryException extends Exception {
  private final String nextStep;

  public EntryException(String reason, String nextStep) {
    super(reason);
    this.nextStep = nextStep;
  }

  public static EntryException twice() {
    return new EntryException("the name is registered twice", "Remove one of the two");
  }

  /** Without a full stop. */
  public String nextStep() {
    return nextStep;
  }

  /** The reason and the next step, to follow a colon. */
  public String sentences() {
    return "%s. %s.".formatted(getMessage(), nextStep);
  }
}
