package dev.bullpen.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes what the tests of the listed faults have shown into the tables of {@code
 * docs/maintainer/measurements/faults.md}, one for each JDK, if a run at full size asks for it by
 * naming the file. The rows of that page are the list; those of faults that were not tested stay as
 * they are. A test says by {@code @Tag("F4")} what it is about, and by a line that begins with
 * {@code [measured]} what it has measured.
 */
public final class FaultReport implements TestExecutionListener {
  private static final String FILE = "bullpen.faults.table";
  private static final Pattern FAULT = Pattern.compile("F[0-9]+");
  private static final Pattern ROW =
      Pattern.compile("^\\| (F[0-9]+) \\| ([^|]*) \\|.*$", Pattern.MULTILINE);
  private static final String MEASURED = "[measured] ";

  private final Map<String, Seen> results = new TreeMap<>();

  /** What this run has shown of one fault. */
  private static final class Seen {
    final List<String> failed = new ArrayList<>();
    final Set<String> skipped = new LinkedHashSet<>();
    final List<String> measured = new ArrayList<>();
    int passed;

    /** The cells of its row: how many passed, which failed, why others were skipped; figures. */
    String cells() {
      List<String> verdict = new ArrayList<>();
      if (!failed.isEmpty()) {
        verdict.add("**failed**: " + String.join(", ", failed));
      }
      if (passed > 0) {
        verdict.add(passed + " passed");
      }
      if (!skipped.isEmpty()) {
        verdict.add("skipped: " + String.join("; ", skipped));
      }
      return cell(String.join("; ", verdict)) + " | " + cell(String.join("<br>", measured));
    }

    /** A bar would end the cell. */
    private static String cell(String text) {
      return text.replace("|", "\\|").replace("\n", " ");
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
    if (passed && !test.isTest()) {
      return; // its tests have been counted
    }
    String reason = result.getThrowable().map(Throwable::getMessage).orElse("no reason given");
    for (String fault : faults(test)) {
      switch (result.getStatus()) {
        case SUCCESSFUL -> seen(fault).passed++;
        case ABORTED -> seen(fault).skipped.add(reason.replace("Assumption failed: ", ""));
        case FAILED -> seen(fault).failed.add(test.getDisplayName());
      }
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    faults(test).forEach(fault -> seen(fault).skipped.add(reason));
  }

  @Override
  public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
    for (String line : entry.getKeyValuePairs().getOrDefault("stdout", "").split("\n")) {
      if (line.startsWith(MEASURED)) {
        measured(faults(test), line.substring(MEASURED.length()).strip());
      }
    }
  }

  /** A figure that begins with a fault is about that one, any other about all of the test. */
  private void measured(List<String> about, String figure) {
    for (String fault : about) {
      String own = fault + " ";
      if (figure.startsWith(own) || about.stream().noneMatch(any -> figure.startsWith(any + " "))) {
        seen(fault).measured.add(figure.startsWith(own) ? figure.substring(own.length()) : figure);
      }
    }
  }

  private Seen seen(String fault) {
    return results.computeIfAbsent(fault, first -> new Seen());
  }

  /** Other tags choose what a run is made of. */
  private static List<String> faults(TestIdentifier test) {
    return test.getTags().stream()
        .map(TestTag::getName)
        .filter(name -> FAULT.matcher(name).matches())
        .sorted()
        .toList();
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    String file = System.getProperty(FILE, "");
    if (file.isEmpty() || results.isEmpty()) {
      return;
    }
    try {
      Path path = Path.of(file);
      Files.writeString(
          path,
          updated(
              Files.readString(path),
              "## JDK " + Runtime.version().feature(),
              LocalDate.now(ZoneOffset.UTC).toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The page with the results of this run in the part under that heading. */
  String updated(String page, String heading, String date) {
    Map<String, String> words = rows(page, row -> row.group(2));
    int begin = page.contains(heading + "\n") ? page.indexOf(heading + "\n") : page.length();
    int next = page.indexOf("\n## ", begin);
    int end = next < 0 ? page.length() : next + 1;
    Map<String, String> before = rows(page.substring(begin, end), MatchResult::group);
    String table =
        words.keySet().stream()
            .map(
                fault ->
                    results.containsKey(fault)
                        ? "| %s | %s | %s | %s |"
                            .formatted(fault, words.get(fault), seen(fault).cells(), date)
                        : before.getOrDefault(
                            fault, "| %s | %s | not run | | |".formatted(fault, words.get(fault))))
            .collect(Collectors.joining("\n"));
    String part =
        "%s\n\nLast run on %s.\n\n| fault | what happens | tests | measured | seen |\n"
                .formatted(heading, host())
            + "|---|---|---|---|---|\n"
            + table
            + "\n";
    return page.substring(0, begin)
        + (begin == page.length() ? "\n" : "")
        + part
        + (end == page.length() ? "" : "\n" + page.substring(end));
  }

  /** Something of the first row of each fault, in their order. */
  private static Map<String, String> rows(String text, Function<MatchResult, String> wanted) {
    Map<String, String> rows = new LinkedHashMap<>();
    ROW.matcher(text).results().forEach(row -> rows.putIfAbsent(row.group(1), wanted.apply(row)));
    return rows;
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
