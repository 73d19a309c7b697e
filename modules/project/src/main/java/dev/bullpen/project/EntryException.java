package dev.bullpen.project;

/** What is wrong with an entry of a registration; the reader of the file adds where. */
final class EntryException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String nextStep;

  EntryException(String reason, String nextStep) {
    super(reason);
    this.nextStep = nextStep;
  }

  static EntryException twice() {
    return new EntryException("the name is registered twice", "Remove one of the two");
  }

  /** What to do about it, without a full stop. */
  String nextStep() {
    return nextStep;
  }
}
