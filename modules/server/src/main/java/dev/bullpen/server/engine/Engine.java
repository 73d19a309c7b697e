package dev.bullpen.server.engine;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.pool.setting.PoolSettings;
import dev.bullpen.pool.view.PoolFigures;
import dev.bullpen.posix.SpareMemory;
import dev.bullpen.project.Project;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.metadata.ServerIdentity;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.line.OutgoingBudget;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.protocol.method.ModernResults;
import dev.bullpen.protocol.question.SharedKeys;
import dev.bullpen.protocol.session.ServerInfo;
import dev.bullpen.server.ClassArchives;
import dev.bullpen.server.ServeOptions;
import dev.bullpen.server.audit.AuditLog;
import dev.bullpen.server.call.CallLog;
import dev.bullpen.server.call.CallObserver;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.EndedCall;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.catalog.HeaderParameters;
import dev.bullpen.server.catalog.ToolSchema;
import dev.bullpen.server.change.ChangeNotices;
import dev.bullpen.server.change.LegacySubscriptions;
import dev.bullpen.server.client.Agreement;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.client.LargeAnswers;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.client.Rights;
import dev.bullpen.server.client.SharedBudget;
import dev.bullpen.server.control.ControlSocket;
import dev.bullpen.server.log.StderrLoggers;
import dev.bullpen.server.rehearsal.Rehearsal;
import dev.bullpen.server.session.Ending;
import dev.bullpen.server.session.Greetings;
import dev.bullpen.server.session.HeldRequests;
import dev.bullpen.server.session.Service;
import dev.bullpen.server.session.Session;
import dev.bullpen.server.thread.QuietMoments;
import dev.bullpen.server.thread.Timers;
import dev.bullpen.wire.OwnClasses;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * All that the sessions of a process share: the project and what is known of it, the helper pool,
 * limits and caches. It knows no transport. Built once and closed once.
 */
public final class Engine {
  private static final Logger LOG = System.getLogger("bullpen.server");

  /** How long clients that still read may take for the last messages, all together. */
  private static final Duration LAST_WRITES = Duration.ofMillis(200);

  /** How long helpers may take to end their scripts and themselves. */
  private static final Duration LAST_HELPERS = Duration.ofMillis(500);

  /** Several times the number of rehearsed jobs. */
  private static final int JOBS_TO_REHEARSE = 1_000;

  /** They are there twice while they become one line. */
  private static final int BATCHED_PART_OF_HEAP = 16;

  private static final String ARCHIVE_PROPERTY = "bullpen.archive";

  /** Modules of which the class archive has all classes, also those that only the end needs. */
  private static final Set<String> RECORDED_MODULES =
      Set.of(
          "dev.bullpen.pool",
          "dev.bullpen.posix",
          "dev.bullpen.protocol",
          "dev.bullpen.server",
          "dev.bullpen.wire");

  private final ServeOptions options;
  private final HelperPool pool;
  private final Catalogs catalogs;
  private final Timers timers = new Timers();
  private final LargeAnswers largeAnswers = new LargeAnswers();
  private final HeldRequests.Budget heldBudget = new HeldRequests.Budget();
  private final OutgoingBudget outgoingBudget = OutgoingBudget.ofHeap();
  private final List<CallObserver> observers = new CopyOnWriteArrayList<>();
  private final Optional<AuditLog> audit;
  private final LogLevel firstLogLevel;
  private final ServedMethods served;
  private final Service service;
  private final QuietMoments quiet = new QuietMoments(this::quietFor, timers::after);
  private final Rehearsal rehearsal;
  private final Optional<ArchiveMaking> archives;
  private final StateDump dump;
  private final ServerStatus status;
  private final Optional<ControlSocket> control;

  private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean reviewsSoon = new AtomicBoolean();
  private final AtomicBoolean hasBegun = new AtomicBoolean();

  /** Why this engine ends, a sentence for clients; set as soon as it ends. */
  private volatile Optional<String> closedWhy = Optional.empty();

  /** When the last session ended, by {@link System#nanoTime}. */
  private volatile long sessionEndedAt = System.nanoTime();

  /**
   * Starts only timers. Helpers are started when the first client has an answer.
   *
   * @throws ProjectException if the project cannot be served as it is set up
   */
  public Engine(ServeOptions options) throws IOException, ProjectException {
    this(options, OptionalLong.empty(), Optional.empty());
  }

  /**
   * The same for a server that has raised its own limits, or that has replicas.
   *
   * @param scriptFiles the limit of open files for scripts, if it is not the server's own
   * @param shared keys with which other replicas can continue, if there are any
   * @throws ProjectException if the project cannot be served as it is set up
   */
  public Engine(ServeOptions options, OptionalLong scriptFiles, Optional<SharedKeys> shared)
      throws IOException, ProjectException {
    this(options, poolSettings(options, scriptFiles), shared);
  }

  /** The same with other helpers, for tests. */
  Engine(ServeOptions options, PoolSettings helpers, Optional<SharedKeys> shared)
      throws IOException, ProjectException {
    this.options = options;
    audit =
        options.audit().isPresent()
            ? Optional.of(new AuditLog(options.audit().get()))
            : Optional.empty();
    audit.ifPresent(observers::add);
    observers.add(new CallLog());
    RecentFailures failures = new RecentFailures();
    observers.add(failures);
    pool = new HelperPool(helpers);
    Project project =
        Project.open(
            options.project(),
            options.environment(),
            options.home(),
            warning -> LOG.log(Level.WARNING, warning),
            new HookRun(pool, options.project()));
    project.checkServerFolder();
    catalogs = new Catalogs(project);
    firstLogLevel = Agreement.firstLogLevel(options.environment());
    served =
        new ServedMethods(
            options, shared, catalogs, pool, largeAnswers, timers, this::resourceChanged);
    catalogs.onChange(this::listsChanged, this::touched);
    ServerInfo identity = info(project.identity());
    service =
        new Service(
            new Greetings(
                identity,
                served.capabilities(),
                served.cacheHint(),
                options.limits().bareInitialize()),
            served.handlers(),
            project.remoteToken(),
            new ModernResults(Optional.of(identity)),
            SharedBudget.ofHeap(BATCHED_PART_OF_HEAP));
    rehearsal =
        new Rehearsal(
            options.environment(),
            this::quietFor,
            timers::after,
            () -> canRehearse() ? pool.view().idle() : 0,
            () -> pool.rehearsal().map(served::rehearsed).orElse(List.of()));
    archives =
        archives()
            .map(
                folder ->
                    new ArchiveMaking(options.home(), options.environment(), folder, quiet, pool));
    dump = new StateDump(this::describe);
    status = new ServerStatus(options.project(), pool, served, sessions, failures);
    control = options.hasControl() ? control() : Optional.empty();
    observers.add(this::beginAfter);
  }

  private Optional<ControlSocket> control() {
    return StderrLoggers.tail()
        .map(log -> new ControlSocket(options.environment(), timers, status::toJson, log));
  }

  private static ServerInfo info(ServerIdentity project) {
    return new ServerInfo(
        project.name(),
        project.version(),
        Optional.of(project.title()),
        project.description(),
        project.websiteUrl(),
        project.icons(),
        project.instructions());
  }

  private static PoolSettings poolSettings(ServeOptions options, OptionalLong scriptFiles) {
    Optional<Path> archive =
        archives().flatMap(folder -> ClassArchives.ofHelper(folder, options.home()));
    HelperCommand command =
        HelperCommand.of(
            options.home(), archive, options.helpers().heapMebibytes(), options.environment());
    return new PoolSettings(
        scriptFiles.isPresent() ? command.withOpenFiles(scriptFiles.getAsLong()) : command,
        options.helpers().size(),
        options.helpers().jobsEach(),
        options.helpers().isolation());
  }

  private static Optional<Path> archives() {
    return Optional.ofNullable(System.getProperty(ARCHIVE_PROPERTY)).map(Path::of);
  }

  /** Rehearsals are jobs, too, and no helper should be replaced because of them. */
  private boolean canRehearse() {
    return options.helpers().jobsEach() == 0 || options.helpers().jobsEach() >= JOBS_TO_REHEARSE;
  }

  /** Observe all calls from now on. */
  public void observe(CallObserver observer) {
    observers.add(observer);
  }

  /** The log of allowed and denied calls, if there is one. */
  public Optional<AuditLog> audit() {
    return audit;
  }

  /** Run a quick task later, unless the engine ends first. */
  public Future<?> after(Duration delay, Runnable task) {
    return timers.after(delay, task);
  }

  /**
   * Begin a session with a client. The caller ends it by {@link #end(Session, String)} or with this
   * engine, and calls {@link #roomAgain} when a full way out has room again. If this engine has
   * begun to end, the session has ended already.
   *
   * @param rights what the client may use
   * @param out the way to the client, closed at the session's end
   */
  public Session open(Principal principal, Rights rights, OutgoingMessages out) {
    Client client =
        new Client(
            principal,
            rights,
            out,
            new Agreement(firstLogLevel),
            timers,
            largeAnswers,
            catalogs.project()::fallbackRoots);
    LegacySubscriptions subscriptions = served.subscriptions(principal);
    Session session =
        new Session(
            client,
            new CallTable(observers),
            service,
            subscriptions,
            new ChangeNotices(client, catalogs, timers, served.listens(), subscriptions),
            served.listens(),
            heldBudget,
            timers);
    sessions.add(session);
    closedWhy.ifPresent(session::end); // else close() finds it
    return session;
  }

  /** The same for a client that may use all that the project allows. */
  public Session open(Principal principal, OutgoingMessages out) {
    return open(principal, Rights.ALL, out);
  }

  /** A client that had not read reads again: go on with what waits for that. */
  public void roomAgain(Session session) {
    largeAnswers.roomAgain();
    pool.roomAgain();
    served.roomAgain();
    session.roomAgain();
  }

  /** The budget of all sessions for messages that clients have not read. */
  public OutgoingBudget outgoingBudget() {
    return outgoingBudget;
  }

  /**
   * End one session, and what its calls run.
   *
   * @param why a sentence for the client, the answer to open calls
   */
  public void end(Session session, String why) {
    try {
      session.end(why);
      session.close(LAST_WRITES);
    } finally {
      forget(session);
    }
  }

  /**
   * Answer calls that only listen, and wait for all others, and for scripts that wait for the
   * answer of a client, at most until the deadline, by {@link System#nanoTime}. No other calls than
   * those that are {@linkplain #isAwaited awaited} may begin. Stops when its thread is interrupted.
   */
  public void drain(long deadline) {
    sessions.forEach(Session::inputEnded);
    long before;
    // An answer is among the calls before its script stops waiting for it.
    long asked = served.parking().awaitNone(deadline);
    do {
      before = asked;
      sessions.forEach(
          one -> one.calls().awaitNone(Duration.ofNanos(deadline - System.nanoTime())));
      asked = served.parking().awaitNone(deadline);
    } while (asked > before); // a script has asked, and its answer may be among the calls now
  }

  /** Whether a script waits for a {@code tools/call} of 2026-07-28 by that principal. */
  public boolean isAwaited(Principal principal, JsonNode params) {
    return served.parking().isAwaited(principal, params);
  }

  private void forget(Session session) {
    if (sessions.remove(session)) {
      sessionEndedAt = System.nanoTime();
      // Nothing waits for this client to read any more.
      largeAnswers.roomAgain();
      pool.roomAgain();
    }
  }

  /**
   * The arguments of a tool that clients repeat in headers over HTTP, as {@link
   * HeaderParameters#of} has them; none if there is no such tool.
   *
   * @throws JsonRpcException if the project {@linkplain #isRead() has not been read}
   */
  public Map<List<String>, String> headerParameters(String tool) throws JsonRpcException {
    return catalogs
        .lastReading()
        .tool(tool)
        .map(found -> HeaderParameters.of(ToolSchema.INPUT.of(found)))
        .orElse(Map.of());
  }

  /** Whether the project has been read. It is not before the first reading has succeeded. */
  public boolean isRead() {
    return catalogs.isRead();
  }

  /** Done when the first reading has ended; whether it has succeeded. */
  public CompletableFuture<Boolean> reading() {
    return catalogs.reading();
  }

  /**
   * A fingerprint of all current lists, equal where the lists are equal; empty while there are
   * none.
   */
  public Optional<String> fingerprint() {
    return catalogs.obstacle().isPresent()
        ? Optional.empty()
        : Optional.of(
            Stream.of(CatalogKind.values())
                .map(catalogs.project().catalog()::fingerprint)
                .collect(Collectors.joining("-")));
  }

  /** Whether the project has a tool of that name. */
  public boolean hasTool(String name) {
    return catalogs.obstacle().isEmpty() && catalogs.project().catalog().tool(name).isPresent();
  }

  // For monitoring.

  /** Why no call can be served now, for people; empty if calls can be served. */
  public Optional<String> obstacle() {
    if (closedWhy.isPresent()) {
      return Optional.of("the server is ending");
    }
    if (!Files.isReadable(options.project())) {
      return Optional.of("the project's folder cannot be read");
    }
    if (pool.view().parked()) {
      return Optional.of("no helper can be started; the log says why");
    }
    return catalogs.obstacle().or(() -> audit.flatMap(AuditLog::obstacle));
  }

  /** Retry what keeps calls from being served, as the next call would. */
  public void recover() {
    audit.ifPresent(AuditLog::retry);
    if (catalogs.obstacle().isPresent()) {
      catalogs.whenLoaded(() -> {});
    }
  }

  /** It is reached by HTTP, at these URLs. */
  public void servedAt(List<String> urls) {
    status.servedAt(urls);
  }

  public PoolFigures poolFigures() {
    return pool.figures();
  }

  // Changes.

  private void listsChanged(Set<CatalogKind> kinds) {
    served.forgetCompletions();
    sessions.forEach(session -> session.notices().listsChanged(kinds));
    if (kinds.contains(CatalogKind.TOOLS)) {
      reviewSchemas();
    }
  }

  private void touched() {
    served.forgetCompletions();
    served.checkResources();
  }

  private void resourceChanged(String uri) {
    sessions.forEach(session -> session.notices().resourceChanged(uri));
  }

  // Work for moments without calls.

  /** On the timer's thread, because the end of a call may be reported under its locks. */
  private void beginAfter(EndedCall ended) {
    if (!hasBegun.get() && closedWhy.isEmpty() && ended.call().isAllowed()) {
      timers.after(Duration.ZERO, this::begin);
    }
  }

  /**
   * Start helpers and read the project, once. The end of the first call that may be served does it,
   * unless it was done before: a client of 2026-07-28 need not begin with a greeting.
   */
  public void begin() {
    if (hasBegun.compareAndSet(false, true)) {
      warmUp();
    }
  }

  private void warmUp() {
    pool.start();
    catalogs.whenLoaded(served::logDenials);
    catalogs.whenLoaded(served::logMissingVariables);
    reviewSchemas();
    rehearsal.begin();
    archives.ifPresent(ArchiveMaking::begin);
    restLater(SpareMemory.ofThisProcess());
    dump.begin(timers);
    control.ifPresent(ControlSocket::begin);
    if (OwnClasses.areRecorded()) {
      OwnClasses.load(RECORDED_MODULES);
    }
  }

  /** In a quiet moment after the project has been read; once for all changes until then. */
  private void reviewSchemas() {
    if (reviewsSoon.compareAndSet(false, true)) {
      quiet.when(
          Rehearsal.QUIET,
          Integer.MAX_VALUE,
          () -> {
            reviewsSoon.set(false);
            catalogs.whenLoaded(served::reviewSchemas);
          });
    }
  }

  /** At intervals, on the timer's thread: give memory of large outputs back to the system. */
  private void restLater(SpareMemory memory) {
    timers.after(SpareMemory.REST, () -> rest(memory));
  }

  private void rest(SpareMemory memory) {
    restLater(memory);
    Duration unrehearsed = rehearsal.quietFor();
    Duration unasked = quietFor();
    Duration quietFor = unasked.compareTo(unrehearsed) < 0 ? unasked : unrehearsed;
    if (quietFor.compareTo(SpareMemory.REST) < 0) {
      memory.used();
    } else {
      memory.giveBack();
    }
  }

  /** How long no client has been served; zero while any call does not only listen. */
  private Duration quietFor() {
    Duration quiet = Duration.ofNanos(System.nanoTime() - sessionEndedAt);
    for (Session session : sessions) {
      Duration own = session.calls().quietFor();
      quiet = own.compareTo(quiet) < 0 ? own : quiet;
    }
    return quiet;
  }

  /** For people: helpers, threads and the calls of each session, in lines. */
  private List<String> describe() {
    List<String> lines = new ArrayList<>(pool.describe());
    lines.addAll(served.describe());
    sessions.forEach(session -> lines.addAll(session.calls().describe()));
    return lines;
  }

  /**
   * End all sessions and everything that was started. A step that fails skips no other.
   *
   * @param why a sentence for clients, the answer to open calls
   * @return false if a step failed; the log says why
   */
  public boolean close(String why) {
    closedWhy = Optional.of(why);
    List<Session> all = List.copyOf(sessions);
    boolean clean = true;
    for (Session session : all) {
      clean &= session.end(why);
    }
    clean &= Ending.attempt(() -> control.ifPresent(ControlSocket::close));
    clean &= Ending.attempt(() -> served.abandonParked(why));
    clean &= Ending.attempt(() -> pool.close(LAST_HELPERS));
    long closing = System.nanoTime();
    for (Session session : all) {
      Duration taken = Duration.ofNanos(System.nanoTime() - closing);
      clean &= Ending.attempt(() -> session.close(LAST_WRITES.minus(taken)));
    }
    clean &= Ending.attempt(catalogs::close);
    clean &= Ending.attempt(served::close);
    clean &= Ending.attempt(largeAnswers::close);
    clean &= Ending.attempt(timers::close);
    return clean;
  }
}
