package dev.bullpen.bench.growth;

import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools of a project: what calling one of them costs, and listing the first page. */
final class ToolCount implements Question {
  private static final List<Integer> SIZES = List.of(10, 100, 1000, 10_000);

  /** One runs the tool, the other is for completions, of which there are none. */
  private static final int WORKERS = 2;

  /** Of each kind; after that code is compiled. */
  private static final int WARM_UP = 300;

  /** Of each kind in each round; the median counts. */
  private static final int EACH = 200;

  private final Samples calls = new Samples();
  private final Samples lists = new Samples();
  private final Samples limits = new Samples();

  @Override
  public Chart ask(Site site, int rounds, Duration time) throws IOException {
    Map<Integer, Server> servers = new LinkedHashMap<>();
    try {
      for (int size : SIZES) {
        servers.put(size, serve(site, size));
      }
      Rounds.run("tools", rounds, time, () -> round(site, servers));
    } finally {
      for (Server server : servers.values()) {
        server.close();
      }
    }
    return new Chart(
        "tools",
        List.of(
            new Panel(
                "tools in the project",
                "ms for a request",
                List.of(
                    calls.series("tools/call"),
                    lists.series("tools/list, first page"),
                    limits.reference("start of its script, in C")))),
        List.of());
  }

  private static Server serve(Site site, int size) throws IOException {
    ProjectFixture project = site.project("tools-" + size);
    for (int i = 0; i < size; i++) {
      project.tool(name(i), ToolScripts.HELLO);
    }
    Server server = site.start(site.launcher(project.write(), WORKERS));
    server.inFlight(1, WARM_UP, Request.call(middle(size)));
    server.inFlight(1, WARM_UP, Request.list());
    return server;
  }

  private void round(Site site, Map<Integer, Server> servers) throws IOException {
    for (Map.Entry<Integer, Server> entry : servers.entrySet()) {
      int size = entry.getKey();
      Path script = Site.script(site.folder().resolve("tools-" + size), middle(size));
      limits.add(size, site.limitMillis(EACH, script));
      calls.add(size, median(entry.getValue(), Request.call(middle(size))));
      lists.add(size, median(entry.getValue(), Request.list()));
    }
  }

  private static double median(Server server, Request request) throws IOException {
    List<Double> took = new ArrayList<>();
    for (int i = 0; i < EACH; i++) {
      took.add(server.alone(request));
    }
    return Samples.median(took);
  }

  private static String name(int number) {
    return "tool-%05d".formatted(number);
  }

  private static String middle(int size) {
    return name(size / 2);
  }
}
