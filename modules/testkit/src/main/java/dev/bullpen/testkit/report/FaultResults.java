package dev.bullpen.testkit.report;

import java.util.ArrayList;
import java.util.List;

/** What one run has shown of one fault. */
public final class FaultResults {
  private final List<String> failed = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();
  private final List<String> measured = new ArrayList<>();
  private int passed;

  /** Of nothing yet. */
  public FaultResults() {}

  /** A test has passed. */
  public void passed() {
    passed++;
  }

  /**
   * A test has failed.
   *
   * @param test its name
   */
  public void failed(String test) {
    failed.add(test);
  }

  /** A test could not be run here, for that reason. */
  public void skipped(String reason) {
    if (!skipped.contains(reason)) {
      skipped.add(reason);
    }
  }

  /** A test has measured something. */
  public void measured(String figure) {
    measured.add(figure);
  }

  /** For a cell: how many passed, which failed, why others were skipped. */
  String verdict() {
    List<String> parts = new ArrayList<>();
    if (!failed.isEmpty()) {
      parts.add("**failed**: " + String.join(", ", failed));
    }
    if (passed > 0) {
      parts.add(passed + " passed");
    }
    if (!skipped.isEmpty()) {
      parts.add("skipped: " + String.join("; ", skipped));
    }
    return String.join("; ", parts);
  }

  /** For a cell. */
  String figures() {
    return String.join("<br>", measured);
  }
}
