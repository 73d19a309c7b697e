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
    return text.toString();
  }

  private String row(Line line, Measure measure) {
    double p50 = line.median(measure, Load::p50Millis);
    double perSecond = line.median(measure, Load::perSecond);
    return "| %s | %s | %s | %s | %s | %s |%n"
        .formatted(
            line.name(),
            number(p50),
            number(line.median(measure, Load::p99Millis)),
            number(perSecond),
            ratio(
                p50,
                rivals(measure).mapToDouble(one -> one.median(measure, Load::p50Millis)).min()),
            ratio(
                perSecond,
                rivals(measure).mapToDouble(one -> one.median(measure, Load::perSecond)).max()));
  }

  private Stream<Line> rivals(Measure measure) {
    return lines.stream()
        .filter(line -> !line.contender().name().equals(OURS) && line.has(measure));
  }

  private static String ratio(double figure, OptionalDouble best) {
    return best.isPresent() ? number(figure / best.getAsDouble()) : "";
  }

  private static String number(double figure) {
    return String.format(Locale.ROOT, figure < 100 ? "%.2f" : "%.0f", figure);
  }
}
