package dev.bullpen.acceptance.conformance;

import java.util.List;

/** What the suite has found in one scenario. */
record Outcome(String scenario, List<Check> checks) {

  /**
   * One check of it.
   *
   * @param message empty if there is nothing to say
   */
  record Check(String id, Status status, String message) {
    @Override
    public String toString() {
      return status + " " + id + (message.isEmpty() ? "" : ": " + message);
    }
  }

  /** As the suite writes them. */
  enum Status {
    SUCCESS,
    FAILURE,
    /** What is recommended is not done. */
    WARNING,
    SKIPPED,
    INFO
  }

  boolean hasSuccess() {
    return checks.stream().anyMatch(check -> check.status() == Status.SUCCESS);
  }

  /** What the suite does not agree with. */
  List<Check> complaints() {
    return checks.stream()
        .filter(check -> check.status() == Status.FAILURE || check.status() == Status.WARNING)
        .toList();
  }
}
