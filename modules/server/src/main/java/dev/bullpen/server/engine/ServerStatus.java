package dev.bullpen.server.engine;

import dev.bullpen.json.Json;
import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.view.JobView;
import dev.bullpen.pool.view.PoolFigures;
import dev.bullpen.posix.log.Shown;
import dev.bullpen.posix.proc.ProcFolder;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.client.Agreement;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.session.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What this server is doing, for {@code launcher status}. docs/operator/monitoring.md has the
 * members. It has names of clients and tools, but no tokens and no values of arguments.
 */
final class ServerStatus {
  private static final int MOST_SESSIONS = 50;
  private static final int MOST_CALLS = 50;
  private static final int MOST_OF_NAME = 100;
  private static final long BYTES_OF_KIB = 1024;
  private static final double MILLIS_OF_SECOND = 1000;

  private final Path project;
  private final HelperPool pool;
  private final ServedMethods served;
  private final Collection<Session> sessions;
  private final RecentFailures failures;
  private final Instant since = Instant.now();
  private final long startedAt = System.nanoTime();
  private volatile List<String> addresses = List.of();

  ServerStatus(
      Path project,
      HelperPool pool,
      ServedMethods served,
      Collection<Session> sessions,
      RecentFailures failures) {
    this.project = project;
    this.pool = pool;
    this.served = served;
    this.sessions = sessions;
    this.failures = failures;
  }

  /** It is reached by HTTP, at these URLs. */
  void servedAt(List<String> urls) {
    addresses = List.copyOf(urls);
  }

  ObjectNode toJson() {
    List<Session> all = List.copyOf(sessions);
    ObjectNode status =
        Json.object()
            .put("pid", Self.pid())
            .put("version", version())
            .put("project", project.toString())
            .put("since", since.toString())
            .put("upSecs", seconds(Duration.ofNanos(System.nanoTime() - startedAt)))
            .put("transport", addresses.isEmpty() ? "stdio" : "http");
    addresses.forEach(status.putArray("addresses")::add);
    status.put("sessionCount", all.size());
    status.set("sessions", sessions(all));
    addPool(status, pool.figures());
    addCalls(status, all);
    status.put("parkedQuestions", served.parking().waiting());
    status.set("failures", failures.toJson());
    status.set("memory", memory());
    return status;
  }

  private static String version() {
    return ServerStatus.class.getModule().getDescriptor() == null
        ? ""
        : ServerStatus.class.getModule().getDescriptor().rawVersion().orElse("");
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / MILLIS_OF_SECOND;
  }

  private static ArrayNode sessions(List<Session> all) {
    ArrayNode sessions = Json.array();
    for (Session session : all.subList(0, Math.min(MOST_SESSIONS, all.size()))) {
      Client client = session.client();
      Agreement agreement = client.agreement();
      List<Call> calls = session.calls().all();
      sessions
          .addObject()
          .put("principal", shown(client.principal().name()))
          .put(
              "client",
              agreement
                  .clientName()
                  .or(() -> calls.stream().flatMap(call -> name(call).stream()).findFirst())
                  .map(ServerStatus::shown)
                  .orElse(null))
          .put("revision", agreement.revision().map(agreed -> agreed.wire()).orElse(null))
          .put("calls", calls.size())
          .put("isFull", client.isFull());
    }
    return sessions;
  }

  /** The name of a client of 2026-07-28, which sends it with each request. */
  private static Optional<String> name(Call call) {
    return Optional.ofNullable(
        call.params().path(MetaKey.META).path(MetaKey.CLIENT_INFO).path("name").stringValue(null));
  }

  private static String shown(String name) {
    return Shown.of(name, MOST_OF_NAME);
  }

  private static void addPool(ObjectNode status, PoolFigures figures) {
    ObjectNode helpers = status.putObject("helpers");
    figures.helpers().forEach(helpers::put);
    status.put("helpersStarted", figures.started());
    status
        .putObject("queue")
        .put("jobs", figures.waiting())
        .put("oldestSecs", seconds(figures.waited()));
  }

  /** The longest first. */
  private void addCalls(ObjectNode status, List<Session> all) {
    Map<Long, JobView> jobs = new HashMap<>();
    pool.running().forEach(job -> jobs.put(job.call(), job));
    List<Call> calls = new ArrayList<>();
    all.forEach(session -> calls.addAll(session.calls().all()));
    status.put("callCount", calls.size());
    ArrayNode shown = status.putArray("calls");
    calls.stream()
        .sorted(Comparator.comparing(Call::age).reversed())
        .limit(MOST_CALLS)
        .forEach(
            call -> add(shown.addObject(), call, Optional.ofNullable(jobs.get(call.number()))));
  }

  private static void add(ObjectNode node, Call call, Optional<JobView> job) {
    node.put("call", call.number())
        .put("method", shown(call.method()))
        .put("name", RecentFailures.name(call).orElse(null))
        .put("principal", shown(call.principal().name()))
        .put("secs", seconds(call.age()));
    job.ifPresent(
        one ->
            node.put("helper", one.helper())
                .put("runSecs", seconds(one.age()))
                .put("pid", one.pid() == 0 ? null : one.pid()));
  }

  private static ObjectNode memory() {
    Runtime runtime = Runtime.getRuntime();
    ObjectNode memory =
        Json.object()
            .put("heapBytes", runtime.totalMemory() - runtime.freeMemory())
            .put("heapMaxBytes", runtime.maxMemory());
    ProcFolder.kibibytes(Self.pid(), "VmRSS")
        .ifPresent(kib -> memory.put("residentBytes", kib * BYTES_OF_KIB));
    return memory;
  }
}
