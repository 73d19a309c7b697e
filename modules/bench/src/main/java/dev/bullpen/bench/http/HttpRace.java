package dev.bullpen.bench.http;

import dev.bullpen.bench.race.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Runs the packaged product and the others at the same time, asks them in turns, and prints a table
 * on standard output. A server that is not asked is idle. What happens goes to standard error.
 */
public final class HttpRace {
  /** Beyond what any client here asks. */
  private static final String RATE = "1000000";

  private static final int NEW_CLIENTS = 20;

  private static final List<String> RIVALS =
      Pattern.compile(" ")
          .splitAsStream(
              System.getProperty("bullpen.http.rivals", "typescript java-sdk quarkus supergateway"))
          .filter(name -> !name.isEmpty())
          .toList();

  private HttpRace() {}

  /**
   * Takes no arguments. {@code -Dbullpen.launcher=DIR} is the packaged product, {@code
   * -Dbullpen.http.rounds=N} how often each is measured, {@code -Dbullpen.http.millis=N} for how
   * long each time, {@code -Dbullpen.http.rivals=NAMES} against which, {@code
   * -Dbullpen.http.sources=DIR} the rivals' sources, {@code -Dbullpen.http.work=DIR} where they are
   * built and log.
   */
  public static void main(String[] arguments) throws IOException {
    Path work = Files.createDirectories(Path.of(System.getProperty("bullpen.http.work")));
    Site site = Site.lay(Files.createTempDirectory(work, "site"));
    Rivals rivals = new Rivals(Path.of(System.getProperty("bullpen.http.sources")), work, site);
    List<Contender> contenders = new ArrayList<>(List.of(bullpen(site), rivals.least()));
    contenders.addAll(rivals.all(RIVALS));
    Map<Contender, Memory> memory = memory(contenders, work);
    List<RunningServer> servers = new ArrayList<>();
    List<Line> lines = new ArrayList<>();
    try {
      for (Contender contender : contenders) {
        lines.addAll(start(contender, work, servers));
      }
      race(lines);
    } finally {
      servers.forEach(RunningServer::close);
    }
    System.out.println(new Table(Machine.facts(), lines, memory).text());
  }

  private static List<Line> start(Contender contender, Path work, List<RunningServer> servers) {
    try {
      RunningServer server = RunningServer.start(contender, work);
      servers.add(server);
      return contender.eras().stream().map(era -> new Line(server, era)).toList();
    } catch (IOException e) {
      progress("without " + contender.name() + ": " + e.getMessage());
      return List.of();
    }
  }

  private static Contender bullpen(Site site) {
    return new Contender(
        Table.OURS,
        List.of(
            System.getProperty("bullpen.launcher") + "/bin/launcher",
            "serve",
            "--http",
            "127.0.0.1:" + Contender.PORT,
            "--anonymous",
            "--project",
            site.project().toString(),
            "--completion-rate",
            RATE,
            "--tool-rate",
            RATE),
        List.of(Era.LEGACY, Era.MODERN),
        Rivals.CROWD);
  }

  private static Map<Contender, Memory> memory(List<Contender> contenders, Path work) {
    Map<Contender, Memory> all = new LinkedHashMap<>();
    for (Contender contender : contenders) {
      try {
        Memory memory = Memory.measure(contender, work);
        progress(contender.name() + " " + memory);
        all.put(contender, memory);
      } catch (IOException e) {
        progress("without the memory of " + contender.name() + ": " + e.getMessage());
      }
    }
    return all;
  }

  /** The first round is for code to be compiled, and does not count. */
  private static void race(List<Line> lines) {
    int rounds = Integer.getInteger("bullpen.http.rounds", 5);
    Duration time = Duration.ofMillis(Integer.getInteger("bullpen.http.millis", 2000));
    for (int round = 0; round <= rounds; round++) {
      for (Measure measure : Measure.values()) {
        for (Line line : lines) {
          run(line, measure, time, round);
        }
      }
    }
  }

  private static void run(Line line, Measure measure, Duration time, int round) {
    try {
      Load load = line.run(measure, time, NEW_CLIENTS);
      progress("round %d, %s, %s: %s".formatted(round, measure.title(), line.name(), load));
      if (round > 0) {
        line.add(measure, load);
      }
    } catch (IOException e) {
      progress("%s, %s: %s".formatted(line.name(), measure.title(), e.getMessage()));
    }
  }

  static void progress(String what) {
    System.err.println("[http] " + what);
  }
}
