package dev.bullpen.pool;

import java.util.List;

/** What the log says of processes that were left behind and have been ended. */
final class LeftBehind {
  private LeftBehind() {}

  /**
   * What goes on after "left".
   *
   * @param names of some of them, maybe of none
   */
  static String sentence(int count, List<String> names) {
    String what;
    if (names.isEmpty()) {
      what = count == 1 ? "a process" : count + " processes";
    } else {
      int others = count - names.size();
      what = String.join(", ", names) + (others > 0 ? " and %d more".formatted(others) : "");
    }
    return "%s behind; ended %s".formatted(what, count == 1 ? "it" : "them");
  }
}
