package dev.bullpen.testkit.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FaultTableTests {
  private static FaultResults passed(String... measured) {
    FaultResults results = new FaultResults();
    results.passed();
    for (String figure : measured) {
      results.measured(figure);
    }
    return results;
  }

  private static String updated(String document, String jdk, String date, Object... faults) {
    return new FaultTable(jdk)
        .updated(
            document, "a host", date, Map.of((ListedFault) faults[0], (FaultResults) faults[1]));
  }

  @Test
  void a_fault_nobody_has_tested_is_said_to_be_so() {
    String table =
        updated("# Faults\n\nWords.\n", "## JDK 17", "today", ListedFault.F4, passed("p99 3 ms"));
    assertTrue(table.startsWith("# Faults\n\nWords.\n\n## JDK 17\n"), table);
    assertTrue(
        table.contains("| F4 | a pipeline of six is cancelled | 1 passed | p99 3 ms | today |\n"),
        table);
    assertTrue(table.contains("| F26 | pids are used again at once | not run | | |\n"), table);
  }

  @Test
  void a_later_run_replaces_its_own_rows_only() {
    String first = updated("", "## JDK 17", "monday", ListedFault.F4, passed());
    String second = updated(first, "## JDK 17", "tuesday", ListedFault.F5, passed());
    assertTrue(second.contains("| F4 | a pipeline of six is cancelled | 1 passed |  | monday |"));
    assertTrue(second.contains("| 1 passed |  | tuesday |"), second);
    String third = updated(second, "## JDK 17", "friday", ListedFault.F4, passed());
    assertFalse(third.contains("monday"), third);
    assertEquals(1, third.split("## JDK 17").length - 1);
  }

  @Test
  void each_jdk_has_a_part_of_its_own() {
    String both =
        updated(
            updated("", "## JDK 17", "monday", ListedFault.F4, passed()),
            "## JDK 25",
            "tuesday",
            ListedFault.F4,
            passed());
    String again = updated(both, "## JDK 17", "friday", ListedFault.F4, passed());
    assertTrue(again.indexOf("friday") < again.indexOf("## JDK 25"), again);
    assertTrue(again.indexOf("tuesday") > again.indexOf("## JDK 25"), again);
    assertFalse(again.contains("monday"), again);
  }

  @Test
  void what_failed_and_what_was_skipped_is_named() {
    FaultResults mixed = passed("a | b");
    mixed.failed("Tests.one");
    mixed.skipped("needs unshare");
    mixed.skipped("needs unshare");
    String table = updated("", "## JDK 17", "today", ListedFault.F28, mixed);
    assertTrue(
        table.contains(
            "| **failed**: Tests.one; 1 passed; skipped: needs unshare | a \\| b | today |"),
        table);
  }
}
