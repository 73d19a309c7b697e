package dev.bullpen.bench.growth;

import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.proc.Footprint;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a script prints: how long the request takes, and what the supervisor's memory rises to. */
final class OutputSize implements Question {
  private static final int KIB = 1024;

  /** KiB; the last is the most that a completion may print. */
  private static final List<Integer> SIZES = List.of(1, 10, 100, KIB, 10 * KIB);

  /** Bytes; a tool's limit is raised to twice the largest. */
  private static final String MOST_BYTES = Integer.toString(20 * KIB * KIB);

  private static final int WORKERS = 2;

  /** With the least output; the memory that this takes is the server's own. */
  private static final int WARM_UP = 300;

  /** Small outputs are asked for as often as it takes to make so many KiB, within these bounds. */
  private static final int KIB_EACH = 20 * KIB;

  private static final int LEAST_TIMES = 5;
  private static final int MOST_TIMES = 100;

  private final Map<Printer, Samples> times = new EnumMap<>(Printer.class);
  private final Map<Printer, Samples> peaks = new EnumMap<>(Printer.class);
  private final Map<Printer, Samples> rises = new EnumMap<>(Printer.class);
  private final Samples limits = new Samples();

  OutputSize() {
    for (Printer printer : Printer.values()) {
      times.put(printer, new Samples());
      peaks.put(printer, new Samples());
      rises.put(printer, new Samples());
    }
  }

  @Override
  public Chart ask(Site site, int rounds, Duration time) throws IOException {
    Path project = project(site);
    Rounds.run("output", rounds, time, () -> round(site, project));
    List<Series> took = new ArrayList<>();
    List<Series> memory = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (Printer printer : Printer.values()) {
      took.add(times.get(printer).series("output of a " + printer.word()));
      memory.add(peaks.get(printer).series("output of a " + printer.word()));
      notes.add(note(printer));
    }
    took.add(limits.reference("start of the tool and reading its output, in C"));
    return new Chart(
        "output",
        List.of(
            new Panel("KiB of output", "ms for a request", took),
            new Panel("KiB of output", "MiB, peak of the supervisor's memory (VmHWM)", memory)),
        notes);
  }

  private static Path project(Site site) throws IOException {
    ProjectFixture project = site.project("output");
    for (int size : SIZES) {
      String text = Printer.name(size) + ".txt";
      String json = Printer.name(size) + ".json";
      project
          .file(text, Outputs.text(size * KIB))
          .file(json, Outputs.json(size * KIB))
          .tool(Printer.name(size), prints(project, text))
          .provider(Printer.name(size), prints(project, json));
    }
    return project.write();
  }

  private static String prints(ProjectFixture project, String file) {
    return "exec cat '" + project.root().resolve(file) + "'\n";
  }

  private void round(Site site, Path project) throws IOException {
    Launcher launcher =
        site.launcher(project, WORKERS).environment("MCPBASH_MAX_TOOL_OUTPUT_SIZE", MOST_BYTES);
    for (int size : SIZES) {
      int asked = Math.min(MOST_TIMES, Math.max(LEAST_TIMES, KIB_EACH / size));
      limits.add(size, site.limitMillis(asked, Site.script(project, Printer.name(size))));
      for (Printer printer : Printer.values()) {
        try (Server server = site.start(launcher)) {
          measure(server, printer, size, asked);
        }
      }
    }
  }

  /** On a server of its own, for a peak stays what it was. */
  private void measure(Server server, Printer printer, int size, int asked) throws IOException {
    server.inFlight(1, WARM_UP, printer.request(SIZES.get(0)));
    double before = peakKib(server);
    assertWhole(server, printer, size);
    List<Double> took = new ArrayList<>();
    for (int i = 0; i < asked; i++) {
      took.add(server.alone(printer.request(size)));
    }
    double after = peakKib(server);
    times.get(printer).add(size, Samples.median(took));
    peaks.get(printer).add(size, after / KIB);
    rises.get(printer).add(size, after - before);
  }

  /** Of a completion only the first hundred values come back. */
  private static void assertWhole(Server server, Printer printer, int size) throws IOException {
    server.send(printer.request(size));
    Reply reply = server.await();
    if (printer == Printer.TOOL && reply.bytes() < (long) size * KIB) {
      throw new IOException(
          "of an output of %d KiB %d bytes came back: %s"
              .formatted(size, reply.bytes(), reply.head()));
    }
  }

  private static double peakKib(Server server) {
    return Footprint.of(server.pid()).peakKib();
  }

  private String note(Printer printer) {
    Point largest = rises.get(printer).series(printer.word()).last();
    return "With a %s's output of %s KiB the peak of the supervisor's memory rises by %s times the output."
        .formatted(
            printer.word(),
            Figures.text(largest.size()),
            Figures.text(largest.cost() / largest.size()));
  }
}
