package dev.bullpen.bench.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The medians of all rounds, in Markdown.
 *
 * @param facts of the machine
 */
record Table(String facts, List<Line> lines, Map<Contender, Memory> memory) {
  static final String OURS = "Bullpen";

  private static final String LOAD_HEAD =
      """

      ### %s

      | server | p50, ms | p99, ms | per second | p50, × best rival | per second, × best rival |
      |---|---|---|---|---|---|
      """;

  private static final String MEMORY_HEAD =
      """

      ### Memory, PSS of all processes, MiB

      | server | idle | more with idle sessions | more with open streams | how many of each |
      |---|---|---|---|---|
      """;

  private static final String MARKS_HEAD =
      """

      ### Marks

      | server | what | is to be | is | holds |
      |---|---|---|---|---|
      """;

  String text() {
    StringBuilder text = new StringBuilder(facts).append(".\n");
    for (Measure measure : Measure.values()) {
      text.append(LOAD_HEAD.formatted(measure.title()));
      lines.stream()
          .filter(line -> line.has(measure))
          .forEach(line -> text.append(row(line, measure)));
    }
    text.append(MEMORY_HEAD);
    memory.forEach(
        (contender, one) ->
            text.append(
                "| %s | %s | %s | %s | %d |%n"
                    .formatted(
                        contender.name(),
                        number(one.idle()),
                        number(one.sessions()),
                        number(one.streams()),
                        one.crowd())));
    return text.append(marks()).toString();
  }

  /** What the product is to keep. */
  private String marks() {
    StringBuilder text = new StringBuilder(MARKS_HEAD);
    for (Line line : lines) {
      if (line.contender().name().equals(OURS)) {
        Stream.of(
                atMost("script, 1 connection, p50", p50Ratio(line, Measure.ALONE), 0.7),
                atLeast("script, 50 connections, per second", rateRatio(line, Measure.MANY), 1.5),
                atLeast("completions, per second", rateRatio(line, Measure.COMPLETION), 1.0),
                atMost("script, new client, ms", p50(line, Measure.NEW_CLIENT), 15))
            .forEach(row -> text.append("| " + line.name() + row));
      }
    }
    memory.forEach(
        (contender, one) -> {
          if (contender.name().equals(OURS)) {
            text.append("| " + OURS + atMost("idle sessions, MiB", seen(one.sessions()), 20));
            text.append("| " + OURS + atMost("open streams, MiB", seen(one.streams()), 60));
          }
        });
    return text.toString();
  }

  private static OptionalDouble seen(double figure) {
    return OptionalDouble.of(figure);
  }

  private static String atMost(String what, OptionalDouble seen, double limit) {
    boolean holds = seen.isPresent() && seen.getAsDouble() <= limit;
    return markRow(what, "at most " + limit, seen, holds);
  }

  private static String atLeast(String what, OptionalDouble seen, double limit) {
    boolean holds = seen.isPresent() && seen.getAsDouble() >= limit;
    return markRow(what, "at least " + limit, seen, holds);
  }

  private static String markRow(String what, String limit, OptionalDouble seen, boolean holds) {
    return " | %s | %s | %s | %s |%n".formatted(what, limit, cell(seen), holds ? "yes" : "no");
  }

  private String row(Line line, Measure measure) {
    return "| %s | %s | %s | %s | %s | %s |%n"
        .formatted(
            line.name(),
            number(line.median(measure, Load::p50Millis)),
            number(line.median(measure, Load::p99Millis)),
            number(line.median(measure, Load::perSecond)),
            cell(p50Ratio(line, measure)),
            cell(rateRatio(line, measure)));
  }

  private static OptionalDouble p50(Line line, Measure measure) {
    return line.has(measure)
        ? OptionalDouble.of(line.median(measure, Load::p50Millis))
        : OptionalDouble.empty();
  }

  /** As a multiple of the fastest rival's, in whichever era that is; empty without one. */
  private OptionalDouble p50Ratio(Line line, Measure measure) {
    OptionalDouble best =
        rivals(measure).mapToDouble(one -> one.median(measure, Load::p50Millis)).min();
    return best.isPresent() && line.has(measure)
        ? OptionalDouble.of(line.median(measure, Load::p50Millis) / best.getAsDouble())
        : OptionalDouble.empty();
  }

  private OptionalDouble rateRatio(Line line, Measure measure) {
    OptionalDouble best =
        rivals(measure).mapToDouble(one -> one.median(measure, Load::perSecond)).max();
    return best.isPresent() && line.has(measure)
        ? OptionalDouble.of(line.median(measure, Load::perSecond) / best.getAsDouble())
        : OptionalDouble.empty();
  }

  private Stream<Line> rivals(Measure measure) {
    return lines.stream().filter(Table::isRival).filter(line -> line.has(measure));
  }

  private static boolean isRival(Line line) {
    String name = line.contender().name();
    return !name.equals(OURS) && !name.equals(Rivals.LEAST);
  }

  private static String cell(OptionalDouble figure) {
    return figure.isPresent() ? number(figure.getAsDouble()) : "";
  }

  private static String number(double figure) {
    return String.format(Locale.ROOT, figure < 100 ? "%.2f" : "%.0f", figure);
  }
}
