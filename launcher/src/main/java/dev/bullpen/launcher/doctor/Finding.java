package dev.bullpen.launcher.doctor;

import dev.bullpen.json.Json;
import tools.jackson.databind.node.ObjectNode;

/**
 * The result of one check.
 *
 * @param what what was checked, such as "open files"
 * @param fact a sentence without its full stop
 * @param advice what to do; empty if all is well
 */
record Finding(Level level, String what, String fact, String advice) {
  /** The severity of a finding. */
  enum Level {
    OK("ok"),
    /** Serving works, but something else does not, or not well. */
    WARNING("warning"),
    /** Serving is impossible. */
    ERROR("error");

    final String word;

    Level(String word) {
      this.word = word;
    }
  }

  static Finding ok(String what, String fact) {
    return new Finding(Level.OK, what, fact, "");
  }

  static Finding warning(String what, String fact, String advice) {
    return new Finding(Level.WARNING, what, fact, advice);
  }

  static Finding error(String what, String fact, String advice) {
    return new Finding(Level.ERROR, what, fact, advice);
  }

  String line() {
    return "%-7s  %s: %s%s"
        .formatted(level.word, what, fact, advice.isEmpty() ? "" : ". " + advice);
  }

  ObjectNode json() {
    ObjectNode one = Json.object().put("level", level.word).put("what", what).put("fact", fact);
    return advice.isEmpty() ? one : one.put("advice", advice);
  }
}
