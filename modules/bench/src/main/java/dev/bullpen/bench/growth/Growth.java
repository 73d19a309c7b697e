package dev.bullpen.bench.growth;

import dev.bullpen.bench.Section;
import dev.bullpen.bench.race.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Asks all questions, and writes what came of it. */
public final class Growth {
  private static final int ROUNDS = 5;

  private Growth() {}

  /**
   * Takes no arguments. {@code -Dbullpen.launcher=DIR} is the packaged product, {@code
   * -Dbullpen.growth.rounds=N} how often each size is measured at most (default: 5), {@code
   * -Dbullpen.growth.source=FILE} the limit's source in C, {@code -Dbullpen.growth.work=DIR} where
   * projects are laid, {@code -Dbullpen.growth.documents=DIR} the folder
   * docs/maintainer/measurements.
   */
  public static void main(String[] arguments) throws IOException {
    int rounds = Integer.getInteger("bullpen.growth.rounds", ROUNDS);
    List<Chart> charts = new ArrayList<>();
    try (Site site = Site.open(path("work"), path("source"))) {
      for (Map.Entry<Question, Duration> question : questions().entrySet()) {
        charts.add(question.getKey().ask(site, rounds, question.getValue()));
      }
    }
    String facts = "%s; medians of at most %d round(s).".formatted(Machine.facts(), rounds);
    write(path("documents"), GrowthTable.of(facts, charts), charts);
  }

  /** With the time that each has; all in all it stays below ten minutes on two processors. */
  private static Map<Question, Duration> questions() {
    Map<Question, Duration> questions = new LinkedHashMap<>();
    questions.put(new ToolCount(), Duration.ofSeconds(30));
    questions.put(new QueueLength(), Duration.ofSeconds(90));
    questions.put(new OutputSize(), Duration.ofSeconds(120));
    questions.put(new WorkerCount(), Duration.ofSeconds(180));
    return questions;
  }

  private static void write(Path documents, String table, List<Chart> charts) throws IOException {
    Path folder = Files.createDirectories(documents.resolve("growth"));
    Files.writeString(folder.resolve("growth.csv"), Csv.of(charts));
    System.out.println(table);
    Section.replace(documents.resolve("performance.md"), "growth", table);
  }

  private static Path path(String name) {
    return Path.of(System.getProperty("bullpen.growth." + name));
  }
}
