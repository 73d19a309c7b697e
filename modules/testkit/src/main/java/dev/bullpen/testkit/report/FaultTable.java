package dev.bullpen.testkit.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a document in Markdown that says what was seen of each fault under one JDK: a
 * heading, a line about the host, a table. A run that looks at some faults only replaces their rows
 * and leaves the others, with their dates.
 */
public final class FaultTable {
  private static final Pattern ROW = Pattern.compile("\\| (F[0-9]+) \\|.*");
  private static final String NOT_RUN = "not run";

  private final String heading;
  private final Map<ListedFault, String> rows = new EnumMap<>(ListedFault.class);

  /**
   * @param heading such as {@code ## JDK 17}
   */
  public FaultTable(String heading) {
    this.heading = heading;
  }

  /**
   * The document with this run's results.
   *
   * @param document as it is; empty if there is none
   * @param host what it ran on
   * @param date of the run
   */
  public String updated(
      String document, String host, String date, Map<ListedFault, FaultResults> results) {
    List<String> before = new ArrayList<>();
    List<String> after = new ArrayList<>();
    split(document, before, after);
    results.forEach((fault, seen) -> rows.put(fault, row(fault, seen, date)));
    List<String> lines = new ArrayList<>(before);
    lines.addAll(List.of(heading, "", "Last run on " + host + ".", ""));
    lines.addAll(
        List.of("| fault | what happens | tests | measured | seen |", "|---|---|---|---|---|"));
    for (ListedFault fault : ListedFault.values()) {
      lines.add(
          rows.getOrDefault(
              fault, "| %s | %s | %s | | |".formatted(fault, fault.words(), NOT_RUN)));
    }
    if (!after.isEmpty()) {
      lines.add("");
    }
    lines.addAll(after);
    return String.join("\n", lines) + "\n";
  }

  private static String row(ListedFault fault, FaultResults seen, String date) {
    return "| %s | %s | %s | %s | %s |"
        .formatted(fault, fault.words(), cell(seen.verdict()), cell(seen.figures()), date);
  }

  /** A bar would end the cell. */
  private static String cell(String text) {
    return text.replace("|", "\\|").replace("\n", " ");
  }

  /** What stands before and after our part; the rows of our part are taken over. */
  private void split(String document, List<String> before, List<String> after) {
    boolean inside = false;
    boolean behind = false;
    for (String line : document.isEmpty() ? new String[0] : document.split("\n")) {
      if (line.equals(heading)) {
        inside = true;
      } else if (inside && line.startsWith("## ")) {
        inside = false;
        behind = true;
      }
      if (inside) {
        keep(line);
      } else {
        (behind ? after : before).add(line);
      }
    }
    if (!before.isEmpty() && !before.get(before.size() - 1).isEmpty()) {
      before.add("");
    }
  }

  private void keep(String line) {
    Matcher row = ROW.matcher(line);
    if (row.matches() && !line.contains("| " + NOT_RUN + " |")) {
      try {
        rows.put(ListedFault.valueOf(row.group(1)), line);
      } catch (IllegalArgumentException e) {
        // A fault that is not listed any more.
      }
    }
  }
}
