package dev.bullpen.faults;

import dev.bullpen.testkit.report.FaultResults;
import dev.bullpen.testkit.report.FaultTable;
import dev.bullpen.testkit.report.ListedFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes what the tests of the listed faults have shown into the table of {@code docs/faults.md},
 * if a run at full size asks for it by naming the file. A test says by {@code @Tag("F4")} what it
 * is about, and by a line that begins with {@code [measured]} what it has measured.
 */
public final class FaultReport implements TestExecutionListener {
  private static final String FILE = "bullpen.faults.table";
  private static final Pattern FAULT = Pattern.compile("F[0-9]+");
  private static final String MEASURED = "[measured] ";

  private final String file = System.getProperty(FILE, "");
  private final Map<ListedFault, FaultResults> results = new EnumMap<>(ListedFault.class);

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
    if (passed && !test.isTest()) {
      return; // its tests have been counted
    }
    String reason = result.getThrowable().map(Throwable::getMessage).orElse("no reason given");
    for (ListedFault fault : faults(test)) {
      FaultResults seen = results.computeIfAbsent(fault, first -> new FaultResults());
      switch (result.getStatus()) {
        case SUCCESSFUL -> seen.passed();
        case ABORTED -> seen.skipped(reason.replace("Assumption failed: ", ""));
        case FAILED -> seen.failed(test.getDisplayName());
      }
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    faults(test)
        .forEach(
            fault -> results.computeIfAbsent(fault, first -> new FaultResults()).skipped(reason));
  }

  @Override
  public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
    for (String line : entry.getKeyValuePairs().getOrDefault("stdout", "").split("\n")) {
      if (line.startsWith(MEASURED)) {
        measured(test, line.substring(MEASURED.length()).strip());
      }
    }
  }

  /** A figure that begins with a fault is about that one, any other about all of the test. */
  private void measured(TestIdentifier test, String figure) {
    Set<ListedFault> about = faults(test);
    for (ListedFault fault : about) {
      String own = fault + " ";
      if (figure.startsWith(own) || about.stream().noneMatch(any -> figure.startsWith(any + " "))) {
        results
            .computeIfAbsent(fault, first -> new FaultResults())
            .measured(figure.startsWith(own) ? figure.substring(own.length()) : figure);
      }
    }
  }

  private static Set<ListedFault> faults(TestIdentifier test) {
    Set<ListedFault> faults = new TreeSet<>();
    for (TestTag tag : test.getTags()) {
      if (FAULT.matcher(tag.getName()).matches()) { // others choose what a run is made of
        faults.add(ListedFault.valueOf(tag.getName()));
      }
    }
    return faults;
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    if (file.isEmpty() || results.isEmpty()) {
      return;
    }
    try {
      Path path = Path.of(file);
      String document = Files.exists(path) ? Files.readString(path) : "";
      FaultTable table = new FaultTable("## JDK " + Runtime.version().feature());
      Files.writeString(
          path, table.updated(document, host(), LocalDate.now(ZoneOffset.UTC).toString(), results));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String host() {
    return "%s %s, %d processors, Java %s (%s)"
        .formatted(
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            Runtime.getRuntime().availableProcessors(),
            Runtime.version(),
            System.getProperty("java.vendor"));
  }
}
