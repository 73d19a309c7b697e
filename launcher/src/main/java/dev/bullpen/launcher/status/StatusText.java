package dev.bullpen.launcher.status;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Formats the status of a server for people, in lines of at most 80 columns. */
final class StatusText {
  private static final int COLUMNS = 80;
  private static final int MOST_SHOWN = 10;
  private static final long BYTES_OF_MEBIBYTE = 1024 * 1024;
  private static final long SECONDS_OF_MINUTE = 60;
  private static final long SECONDS_OF_HOUR = 3_600;
  private static final long SECONDS_OF_DAY = 86_400;

  private static final DateTimeFormatter DAY_AND_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  private static final String DOTS = "...";

  /** For a kind and a name, in the rows below. */
  private static final int WHAT_COLUMNS = 32;

  /** Rows below the headings "calls" and "failures". */
  private static final String ROW = "  %-8s  %-32s  %10s  %6s  %s";

  private static final String FAILURE = "  %-8s  %-32s  %-10s  %s";

  private StatusText() {}

  static List<String> of(JsonNode status) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "server %d  bullpen %s, up %s, since %s"
            .formatted(
                status.path("pid").intValue(0),
                text(status, "version"),
                duration(status.path("upSecs").doubleValue(0)),
                time(text(status, "since"), DAY_AND_TIME)));
    lines.add("project   " + text(status, "project"));
    lines.add("reached   " + reached(status));
    lines.add("clients   " + clients(status));
    lines.add("helpers   " + helpers(status));
    lines.add("memory    " + memory(status.path("memory")));
    lines.add("questions %d parked".formatted(status.path("parkedQuestions").intValue(0)));
    addCalls(lines, status);
    addFailures(lines, status.path("failures"));
    return lines.stream().map(line -> cut(line, COLUMNS)).toList();
  }

  private static String reached(JsonNode status) {
    String addresses =
        items(status.path("addresses")).stream()
            .map(url -> url.stringValue(""))
            .collect(Collectors.joining(" "));
    return addresses.isEmpty() ? "standard input and output" : addresses;
  }

  private static String clients(JsonNode status) {
    String names =
        items(status.path("sessions")).stream()
            .limit(MOST_SHOWN)
            .map(StatusText::client)
            .collect(Collectors.joining(", "));
    int count = status.path("sessionCount").intValue(0);
    return names.isEmpty() ? "none" : count + ": " + names;
  }

  private static String client(JsonNode session) {
    String name = text(session, "client");
    return text(session, "principal")
        + (name.isEmpty() ? "" : " (" + name + ")")
        + (session.path("isFull").booleanValue(false) ? " does not read" : "");
  }

  private static String helpers(JsonNode status) {
    JsonNode states = status.path("helpers");
    String counts =
        states
            .propertyStream()
            .filter(state -> state.getValue().intValue(0) > 0)
            .map(state -> state.getValue().intValue(0) + " " + state.getKey())
            .collect(Collectors.joining(", "));
    JsonNode queue = status.path("queue");
    int waiting = queue.path("jobs").intValue(0);
    String waits =
        waiting == 0
            ? "no job waits"
            : "%d jobs wait, the first for %s"
                .formatted(waiting, seconds(queue.path("oldestSecs").doubleValue(0)));
    return "%s; %s".formatted(counts.isEmpty() ? "none" : counts, waits);
  }

  private static String memory(JsonNode memory) {
    return "%d MiB; heap %d of %d MiB"
        .formatted(
            mebibytes(memory, "residentBytes"),
            mebibytes(memory, "heapBytes"),
            mebibytes(memory, "heapMaxBytes"));
  }

  private static long mebibytes(JsonNode memory, String member) {
    return memory.path(member).longValue(0) / BYTES_OF_MEBIBYTE;
  }

  private static void addCalls(List<String> lines, JsonNode status) {
    List<JsonNode> calls = items(status.path("calls"));
    int count = status.path("callCount").intValue(0);
    lines.add("calls     " + (count == 0 ? "none" : count + ", the longest first"));
    if (!calls.isEmpty()) {
      lines.add(ROW.formatted("call", "what", "for", "helper", "pid"));
    }
    for (JsonNode call : calls.subList(0, Math.min(MOST_SHOWN, calls.size()))) {
      lines.add(
          ROW.formatted(
              call.path("call").longValue(0),
              what(call),
              seconds(call.path("secs").doubleValue(0)),
              number(call, "helper"),
              number(call, "pid")));
    }
    if (count > MOST_SHOWN) {
      lines.add("  and %d more".formatted(count - MOST_SHOWN));
    }
  }

  private static void addFailures(List<String> lines, JsonNode failures) {
    lines.add("failures  " + (failures.isEmpty() ? "none" : "the last first"));
    for (JsonNode failure : items(failures)) {
      lines.add(
          FAILURE.formatted(
              time(text(failure, "time"), TIME),
              what(failure),
              text(failure, "outcome"),
              text(failure, "reason")));
    }
  }

  /** The kind and the name of the called item, or the method. */
  private static String what(JsonNode call) {
    String method = text(call, "method");
    String kind =
        switch (method) {
          case "tools/call" -> "tool ";
          case "prompts/get" -> "prompt ";
          case "completion/complete" -> "completion ";
          case "resources/read", "resources/subscribe" -> "resource ";
          default -> "";
        };
    String name = text(call, "name");
    String what = kind.isEmpty() || name.isEmpty() ? method : kind + name;
    return cut(what, WHAT_COLUMNS);
  }

  private static String number(JsonNode node, String member) {
    return node.path(member).isNumber() ? Long.toString(node.path(member).longValue()) : "-";
  }

  private static List<JsonNode> items(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  private static String text(JsonNode node, String member) {
    return node.path(member).stringValue("");
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.1f s", seconds);
  }

  /** Formatted in the two largest units. */
  private static String duration(double exact) {
    long seconds = (long) exact;
    if (seconds < SECONDS_OF_MINUTE) {
      return seconds + " s";
    }
    if (seconds < SECONDS_OF_HOUR) {
      return "%d min %d s".formatted(seconds / SECONDS_OF_MINUTE, seconds % SECONDS_OF_MINUTE);
    }
    if (seconds < SECONDS_OF_DAY) {
      return "%d h %d min"
          .formatted(seconds / SECONDS_OF_HOUR, seconds % SECONDS_OF_HOUR / SECONDS_OF_MINUTE);
    }
    return "%d d %d h"
        .formatted(seconds / SECONDS_OF_DAY, seconds % SECONDS_OF_DAY / SECONDS_OF_HOUR);
  }

  private static String time(String iso, DateTimeFormatter format) {
    try {
      return format.format(Instant.parse(iso).atZone(ZoneId.systemDefault()));
    } catch (DateTimeParseException e) {
      return "?";
    }
  }

  private static String cut(String text, int columns) {
    return text.length() <= columns ? text : text.substring(0, columns - DOTS.length()) + DOTS;
  }
}
