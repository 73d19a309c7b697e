package dev.bullpen.bench.inner;

import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.project.Project;
import dev.bullpen.project.script.Roots;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.LineReader;
import dev.bullpen.protocol.line.OutgoingBudget;
import dev.bullpen.protocol.line.OutgoingLines;
import dev.bullpen.protocol.method.ModernResults;
import dev.bullpen.protocol.session.Capability;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.protocol.session.ServerCapabilities;
import dev.bullpen.protocol.session.ServerInfo;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.JobLimits;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.RateLimits;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.change.ChangeNotices;
import dev.bullpen.server.change.LegacySubscriptions;
import dev.bullpen.server.change.Listens;
import dev.bullpen.server.client.Agreement;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.client.LargeAnswers;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.client.Rights;
import dev.bullpen.server.client.SharedBudget;
import dev.bullpen.server.completion.CompletionCache;
import dev.bullpen.server.completion.CompletionRuns;
import dev.bullpen.server.completion.Completions;
import dev.bullpen.server.session.Greetings;
import dev.bullpen.server.session.HeldRequests;
import dev.bullpen.server.session.Service;
import dev.bullpen.server.session.Session;
import dev.bullpen.server.stdio.ReadLoop;
import dev.bullpen.server.thread.Timers;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A server's way from a line to its answer, on one thread and in memory: read, parsed, dispatched,
 * handled, written. Everything is the product's own but the client, and the pool, in whose place
 * {@link AtOnce} takes the jobs.
 */
public final class Stage implements AutoCloseable {
  /** A prompt whose argument {@link #ARGUMENT} a script completes. */
  static final String BY_SCRIPT = "fast";

  /** One whose values are declared. */
  static final String DECLARED = "deploy";

  static final String ARGUMENT = "query";

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "PATH", "/usr/local/bin:/usr/bin:/bin",
          "HOME", "/home/user",
          "LANG", "C.UTF-8",
          // Nothing is written while it is measured, or after.
          "MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true");

  private final Catalogs catalogs;
  private final Timers timers = new Timers();
  private final AtOnce pool = new AtOnce();
  private final OneLine in = new OneLine();
  private final LastLine client = new LastLine();
  private final OutgoingLines writer;
  private final ReadLoop reading;

  private Stage(Path folder) {
    this.catalogs = new Catalogs(Project.open(folder, ENVIRONMENT, folder, warning -> {}));
    this.writer = new OutgoingLines(client, OutgoingBudget.ofHeap(), () -> {});
    this.reading = new ReadLoop(in, LineReader.DEFAULT_MAX_BYTES, session(), () -> {});
  }

  /** With a project of two completions in the folder for work, read and ready. */
  public static Stage open() throws IOException {
    Path work = Path.of(System.getProperty("bullpen.inner.work"));
    Path folder = Files.createDirectories(work.resolve("project")).toRealPath();
    ProjectFixture.in(folder)
        .provider(BY_SCRIPT, "echo '[]'\n")
        .prompt(DECLARED, ARGUMENT)
        .entry(
            "completions",
            Messages.json(
                "{'name':'%s','argument':'%s','values':['production','staging','testing','preview']}",
                DECLARED, ARGUMENT))
        .write();
    Stage stage = new Stage(folder);
    CompletableFuture<Void> loaded = new CompletableFuture<>();
    stage.catalogs.whenLoaded(() -> loaded.complete(null));
    loaded.join();
    return stage;
  }

  private Session session() {
    ServerInfo identity = ServerInfo.of("bench", "1");
    ServerCapabilities capabilities = new ServerCapabilities(EnumSet.allOf(Capability.class));
    Client asker =
        new Client(
            Principal.LOCAL,
            Rights.ALL,
            writer,
            new Agreement(LogLevel.INFO),
            timers,
            new LargeAnswers(),
            () -> new Roots(List.of()));
    asker.agreement().negotiate(Revision.latestLegacy(), ClientCapabilities.NONE);
    Listens listens = new Listens(catalogs, null, capabilities, SharedBudget.ofHeap(16));
    LegacySubscriptions subscriptions =
        new LegacySubscriptions(catalogs, null, null, null, Principal.LOCAL);
    return new Session(
        asker,
        new CallTable(),
        new Service(
            new Greetings(identity, capabilities, CacheHint.STALE, false),
            Map.of(Methods.COMPLETE, completions()),
            Optional.empty(),
            new ModernResults(Optional.of(identity)),
            SharedBudget.ofHeap(16)),
        subscriptions,
        new ChangeNotices(asker, catalogs, timers, listens, subscriptions),
        listens,
        new HeldRequests.Budget(),
        timers);
  }

  private Completions completions() {
    return new Completions(
        catalogs,
        new CompletionRuns(pool, new CompletionCache(System::nanoTime)),
        (lane, command) -> CompletableFuture.completedFuture(JobRequest.Program.script(command)),
        new RateLimits(0),
        Duration.ZERO,
        JobLimits.NONE,
        new CallThreads("inner call", 1, timers::after));
  }

  /** What is answered to a line. */
  byte[] ask(byte[] line) {
    in.give(line);
    reading.run();
    return client.line();
  }

  /**
   * Ask for something that can be answered.
   *
   * @return the line, to be asked again
   * @throws IOException if it cannot: there is nothing to be measured then
   */
  byte[] askWell(byte[] line) throws IOException {
    String answer = new String(ask(line), StandardCharsets.UTF_8);
    if (!answer.contains("\"result\"")) {
      throw new IOException("the answer is none: " + answer);
    }
    return line;
  }

  /** What a helper is told of a usual completion. */
  public Frame.Job job() throws IOException {
    askWell(Requests.complete(BY_SCRIPT, ARGUMENT, "re"));
    JobRequest request = pool.last();
    Map<String, String> environment = new HashMap<>(request.script().base());
    environment.putAll(request.script().environment());
    return new Frame.Job(
        1,
        request.script().program().argv(),
        request.script().program().classPath(),
        request.script().directory().toString(),
        EnvironmentBlock.of(environment).bytes(),
        request.limits().stdout(),
        request.limits().stderr(),
        request.limits().stderrTail(),
        Optional.empty());
  }

  @Override
  public void close() {
    writer.close(Duration.ZERO);
    catalogs.close();
    timers.close();
  }
}
