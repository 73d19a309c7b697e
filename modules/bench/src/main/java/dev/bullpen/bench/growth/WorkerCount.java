package dev.bullpen.bench.growth;

import dev.bullpen.bench.race.Burden;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Gate;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Scripts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * {@code --workers}: what a request costs with as many in flight, how long it takes from start
 * until all of them are warm, and what they take when nobody asks for anything.
 */
final class WorkerCount implements Question {
  private static final List<Integer> SIZES = List.of(1, 2, 4, 8, 16, 32, 64);

  private static final String FAST = "fast";
  private static final String STAYING = "staying";

  /** Longer than two processors need for 64 helpers, and shorter than a completion may take. */
  private static final int STAYING_SECONDS = 8;

  /** Those that stay and end too soon are followed by others. */
  private static final int GENERATIONS = 4;

  /** Of all generations. */
  private static final Duration ALL_WARM = Duration.ofSeconds(GENERATIONS * STAYING_SECONDS);

  /** For each helper, since each has a JVM of its own. */
  private static final int WARM_UP_EACH = 30;

  private static final int REQUESTS = 1000;
  private static final int LIMIT_RUNS = 500;

  /** For what is done when nobody asks for anything. */
  private static final long IDLE_MILLIS = 10_000;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double KIB_PER_MIB = 1024;

  private final Samples requests = new Samples();
  private final Samples limits = new Samples();
  private final Samples starts = new Samples();
  private final Samples idle = new Samples();

  @Override
  public Chart ask(Site site, int rounds, Duration time) throws IOException {
    ProjectFixture fixture =
        site.project("workers")
            .provider(FAST, Scripts.FAST)
            .provider(STAYING, Scripts.READY + "ready $PPID\nexec sleep " + STAYING_SECONDS + "\n");
    Path project = fixture.write();
    Path script = project.resolve("completions/" + FAST + ".sh");
    try (Gate gate = Gate.at(site.folder().resolve("gate"))) {
      Rounds.run(
          "workers",
          rounds,
          time,
          () -> {
            for (int size : SIZES) {
              limits.add(size, site.limitMillis(size, LIMIT_RUNS, script));
              measure(site, project, gate, size);
            }
          });
    }
    return new Chart(
        "workers",
        List.of(
            panel(
                "ms for a request, as many in flight as helpers",
                requests.series("completion"),
                limits.reference("start of its script, in C, as many threads")),
            panel("ms from start until all are warm", starts.series("start")),
            panel("MiB when idle (PSS of all processes)", idle.series("memory"))),
        List.of());
  }

  private static Panel panel(String costs, Series... series) {
    return new Panel("helpers (--workers)", costs, List.of(series));
  }

  private void measure(Site site, Path project, Gate gate, int size) throws IOException {
    Launcher launcher =
        site.launcher(project, size)
            .environment("MCPBASH_PROVIDER_ENV_MODE", "allowlist")
            .environment("MCPBASH_PROVIDER_ENV_ALLOWLIST", "MCP_TEST_GATE")
            .environment("MCP_TEST_GATE", gate.path().toString());
    long begun = System.nanoTime();
    try (Server server = site.start(launcher)) {
      awaitWarm(server, gate, size);
      starts.add(size, (System.nanoTime() - begun) / NANOS_PER_MILLI);
      release(server, size);
      server.inFlight(size, WARM_UP_EACH * size, Request.complete(FAST, "0"));
      requests.add(size, server.inFlight(size, REQUESTS, Request.complete(FAST, "0")) / REQUESTS);
      pause();
      idle.add(size, Burden.pssKib(server.pid()) / KIB_PER_MIB);
    }
  }

  /** Each of them runs a script, or has run one: the scripts say whose child they are. */
  private void awaitWarm(Server server, Gate gate, int size) throws IOException {
    String token = token(server);
    for (int i = 0; i < GENERATIONS * size; i++) {
      server.send(Request.complete(STAYING, token));
    }
    Deadline deadline = Deadline.in(ALL_WARM);
    Set<String> helpers = new HashSet<>();
    for (int said = size; helpers.size() < size; said += size - helpers.size()) {
      List<String> parents = gate.await(token, said, deadline);
      helpers.addAll(parents);
      if (deadline.passed()) {
        throw new IOException(
            "after %s only %d of %d helpers are warm: is this machine busy with something else?"
                .formatted(ALL_WARM, helpers.size(), size));
      }
    }
  }

  private static String token(Server server) {
    return "server-" + server.pid();
  }

  /** End those that stay. */
  private static void release(Server server, int size) throws IOException {
    int last = server.send(Request.ping());
    for (int i = 1; i <= GENERATIONS * size; i++) {
      server.cancel(last - i);
    }
    server.settle();
  }

  private static void pause() {
    try {
      Thread.sleep(IDLE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
