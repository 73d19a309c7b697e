package dev.bullpen.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestDescriptor.Type;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.launcher.TestIdentifier;

class FaultReportTests {
  private static final String ROWS =
      "| F1 | one | 1 passed |  | monday |\n| F2 | two | 1 passed |  | monday |\n";

  /** A test of F2. */
  private static TestIdentifier test(String name) {
    return TestIdentifier.from(
        new AbstractTestDescriptor(UniqueId.forEngine(name), name) {
          @Override
          public Type getType() {
            return Type.TEST;
          }

          @Override
          public Set<TestTag> getTags() {
            return Set.of(TestTag.create("F2"), TestTag.create("promise"));
          }
        });
  }

  @Test
  void a_run_replaces_the_rows_of_its_faults_under_its_jdk_and_leaves_the_others() {
    FaultReport report = new FaultReport();
    report.executionFinished(test("passes"), TestExecutionResult.successful());
    report.executionFinished(
        test("fails"), TestExecutionResult.failed(new AssertionError("a failure")));
    report.executionSkipped(test("skipped"), "needs unshare");
    report.reportingEntryPublished(
        test("passes"), ReportEntry.from(Map.of("stdout", "[measured] F2 a | b\nother words\n")));
    String seen =
        "| F2 | two | **failed**: fails; 1 passed; skipped: needs unshare | a \\| b | friday |\n";
    String page = "# Faults\n\n## JDK 17\n\n" + ROWS + "\n## JDK 25\n\n" + ROWS;

    String known = report.updated(page, "## JDK 17", "friday");
    assertEquals(
        "| F1 | one | 1 passed |  | monday |\n" + seen + "\n## JDK 25\n\n" + ROWS,
        known.substring(known.indexOf("| F1")));

    String added = report.updated(page, "## JDK 21", "friday");
    assertEquals(page + "\n## JDK 21\n", added.substring(0, added.indexOf("\nLast run on")));
    assertEquals("| F1 | one | not run | | |\n" + seen, added.substring(added.lastIndexOf("| F1")));
  }
}
