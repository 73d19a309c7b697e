package dev.bullpen.server;

import static java.util.Map.entry;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOwner;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.project.Project;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.ToolPolicy;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.protocol.session.Capability;
import dev.bullpen.protocol.session.ServerCapabilities;
import dev.bullpen.server.ServeOptions.StateUse;
import dev.bullpen.server.asking.Asking;
import dev.bullpen.server.call.AnswerRoom;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.CallsInFlight;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.JobIntake;
import dev.bullpen.server.call.JobLimits;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.RateLimit;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.catalog.Listing;
import dev.bullpen.server.catalog.Listing.ListKind;
import dev.bullpen.server.change.ChangeNotices;
import dev.bullpen.server.change.LegacySubscriptions;
import dev.bullpen.server.change.Listens;
import dev.bullpen.server.completion.CompletionCache;
import dev.bullpen.server.completion.CompletionRuns;
import dev.bullpen.server.completion.Completions;
import dev.bullpen.server.program.ProgramSource;
import dev.bullpen.server.program.Programs;
import dev.bullpen.server.prompt.PromptGetting;
import dev.bullpen.server.rehearsal.Rehearsal;
import dev.bullpen.server.resource.ResourceFetch;
import dev.bullpen.server.resource.ResourceFetch.ResourceThreads;
import dev.bullpen.server.resource.ResourceReading;
import dev.bullpen.server.resource.ResourceWatch;
import dev.bullpen.server.session.ClientRequests;
import dev.bullpen.server.session.ClientRoots;
import dev.bullpen.server.session.Session;
import dev.bullpen.server.thread.QuietMoments;
import dev.bullpen.server.thread.Timers;
import dev.bullpen.server.tool.SchemaChecks;
import dev.bullpen.server.tool.Scripts;
import dev.bullpen.server.tool.ToolCalls;
import dev.bullpen.server.tool.ToolServices;
import dev.bullpen.server.tool.ToolSettings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** What is served, put together: the handler of each method, and what handlers share. */
final class ServedMethods implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.server");

  private final Catalogs catalogs;
  private final JobIntake intake;
  private final Session session;
  private final CacheHint hint;
  private final ServerCapabilities capabilities;
  private final ServeOptions options;
  private final CompletionRuns completions;
  private final SchemaChecks checks;
  private final CallThreads toolThreads;
  private final CallThreads shortThreads;
  private final ResourceThreads resourceThreads;
  private final ToolSettings settings;
  private final Programs programs;
  private final ResourceFetch fetch;
  private final ResourceWatch resources;
  private final Listens listens;
  private final LegacySubscriptions subscriptions;
  private final ChangeNotices notices;
  private final Asking asking;
  private final ClientRequests requests;
  private final ClientRoots roots;
  private final Scripts scripts;
  private final QuietMoments quiet;
  private final AtomicBoolean reviewsSoon = new AtomicBoolean();

  ServedMethods(
      ServeOptions options,
      Catalogs catalogs,
      HelperPool pool,
      Session session,
      OutgoingMessages writer,
      AnswerRoom room,
      Timers timers,
      ClientRequests requests,
      ClientRoots roots,
      QuietMoments quiet) {
    Map<String, String> environment = options.environment();
    this.options = options;
    this.catalogs = catalogs;
    this.intake = JobIntake.of(pool, new JobOwner(JobOwner.LOCAL, room));
    this.session = session;
    this.hint = cacheHint(catalogs.project());
    this.capabilities =
        new ServerCapabilities(EnumSet.allOf(Capability.class))
            .withListChanged(!catalogs.project().isStatic());
    this.checks = new SchemaChecks(timers, ServedMethods::warn);
    int helpers = options.helpers().crew().maxWorkers();
    this.toolThreads = new CallThreads("tool call", helpers, timers::after);
    this.shortThreads = new CallThreads("short call", helpers, timers::after);
    this.resourceThreads = ResourceThreads.of(helpers, timers::after);
    this.requests = requests;
    this.roots = roots;
    this.settings =
        ToolSettings.of(environment, options.graces().tools(), new JobLimits(options.jobLimits()));
    this.asking =
        Asking.of(
            requests,
            timers,
            options.state().ttl(),
            options.state().use() == StateUse.ONCE,
            helpers);
    this.programs = Programs.of(pool, catalogs.project().root(), options.home(), environment);
    this.scripts = scripts(programs);
    this.fetch = new ResourceFetch(scripts, shortThreads, resourceThreads, room);
    this.resources = new ResourceWatch(catalogs, fetch, environment, this::resourceChanged);
    this.listens = new Listens(catalogs, writer, resources, capabilities);
    this.subscriptions = new LegacySubscriptions(catalogs, fetch, resources);
    this.notices = new ChangeNotices(session, writer, timers, listens, subscriptions);
    this.completions = completionRuns();
    this.quiet = quiet;
    session.whenReady(() -> notices.sessionReady(catalogs.othersThan(session.shown())));
    catalogs.tell(this::listsChanged, this::touched);
  }

  private static void warn(String problem) {
    LOG.log(Level.WARNING, problem);
  }

  void prepare() {
    catalogs.whenLoaded(this::logDenials);
    reviewSchemas();
  }

  /**
   * In a quiet moment after the project has been read, so that what is wrong with a schema is
   * logged before a client calls its tool; once for all changes until then.
   */
  private void reviewSchemas() {
    if (reviewsSoon.compareAndSet(false, true)) {
      quiet.when(
          Rehearsal.QUIET,
          Integer.MAX_VALUE,
          () -> {
            reviewsSoon.set(false);
            catalogs.whenLoaded(() -> checks.review(catalogs.project().catalog().tools()));
          });
    }
  }

  /** A list of tools says nothing of which may be called. */
  private void logDenials() {
    List<Tool> tools = catalogs.project().catalog().tools();
    ToolPolicy policy = catalogs.project().toolPolicy();
    policy.denials(tools).ifPresent(ServedMethods::warn);
    policy.strangers(tools).forEach(ServedMethods::warn);
  }

  /**
   * What can be rehearsed while no client asks, of each kind one.
   *
   * @param instead what is run instead of the project's programs
   */
  List<Rehearsal.Request> rehearsed(Program instead) {
    ProgramSource ours = (lane, command) -> CompletableFuture.completedFuture(instead);
    Project project = catalogs.project();
    Session nobody = new Session(LogLevel.ERROR);
    ToolServices services =
        toolServices(scripts(ours), new ClientRoots(nobody, requests, project::fallbackRoots));
    RateLimit unlimited = RateLimit.perMinute(0, System.nanoTime());
    return Stream.of(
            Rehearsal.Request.completion(project, completions(completionRuns(), ours, unlimited)),
            Rehearsal.Request.toolCall(project, tools(services, unlimited)))
        .flatMap(Optional::stream)
        .toList();
  }

  private void listsChanged(Set<CatalogKind> kinds) {
    completions.forget();
    notices.listsChanged(kinds);
    if (kinds.contains(CatalogKind.TOOLS)) {
      reviewSchemas();
    }
  }

  private void touched() {
    completions.forget();
    resources.check();
  }

  private void resourceChanged(String uri) {
    notices.resourceChanged(uri);
  }

  /** By method, in both eras; what exists in one only refuses the other. */
  Map<String, Handler> handlers() {
    return Map.ofEntries(
        entry(
            Methods.COMPLETE,
            completions(completions, programs, perSecond(options.limits().completionRate()))),
        entry(Methods.TOOLS_LIST, list(ListKind.TOOLS)),
        entry(
            Methods.TOOLS_CALL,
            tools(toolServices(scripts, roots), perSecond(options.limits().toolRate()))),
        entry(Methods.PROMPTS_LIST, list(ListKind.PROMPTS)),
        entry(
            Methods.PROMPTS_GET,
            new PromptGetting(scripts, shortThreads, resourceThreads.files(), asking.reentry())),
        entry(Methods.RESOURCES_LIST, list(ListKind.RESOURCES)),
        entry(Methods.RESOURCE_TEMPLATES_LIST, list(ListKind.RESOURCE_TEMPLATES)),
        entry(Methods.RESOURCES_READ, new ResourceReading(catalogs, fetch, readHint())),
        entry(Methods.SUBSCRIBE, subscriptions::subscribe),
        entry(Methods.UNSUBSCRIBE, subscriptions::unsubscribe),
        entry(Methods.LISTEN, listens));
  }

  private Listing list(ListKind kind) {
    return new Listing(kind, catalogs, options.limits().pageSize(), hint, session);
  }

  private CompletionRuns completionRuns() {
    return new CompletionRuns(intake, new CompletionCache(System::nanoTime));
  }

  private Completions completions(CompletionRuns runs, ProgramSource programs, RateLimit rate) {
    return new Completions(
        catalogs,
        runs,
        programs,
        rate,
        options.graces().completions(),
        settings.limits(),
        resourceThreads.files());
  }

  private ToolCalls tools(ToolServices services, RateLimit rate) {
    return new ToolCalls(services, rate, new CallsInFlight(options.limits().callsPerTool()));
  }

  private Scripts scripts(ProgramSource programs) {
    EnvironmentBlock common = EnvironmentBlock.of(catalogs.project().scriptEnvironment().ofTool());
    return new Scripts(catalogs, common, settings, intake, programs);
  }

  private ToolServices toolServices(Scripts scripts, ClientRoots roots) {
    return new ToolServices(scripts, toolThreads, shortThreads, checks, roots, asking);
  }

  ServerCapabilities capabilities() {
    return capabilities;
  }

  CacheHint cacheHint() {
    return hint;
  }

  private static CacheHint cacheHint(Project project) {
    List<String> problems = new ArrayList<>();
    CacheHint hint = CacheHint.of(project.identity().cache(), CacheHint.STALE, problems);
    problems.forEach(problem -> warn("server.meta.json: " + problem));
    return hint;
  }

  private CacheHint readHint() {
    return CacheHint.of(catalogs.project().identity().cache(), CacheHint.READ, new ArrayList<>());
  }

  private static RateLimit perSecond(int rate) {
    return RateLimit.perSecond(rate, System.nanoTime());
  }

  /** Subscriptions end with an answer; nothing is told after it. */
  void endListens() {
    listens.end();
  }

  /** The server ends, and with it the scripts whose clients have not come back. */
  void abandonParked(String why) {
    asking.parking().abandonAll(Trouble.of(FailureReason.SHUTDOWN.word(), why));
  }

  List<String> describe() {
    List<String> lines = new ArrayList<>();
    lines.add(toolThreads.describe());
    lines.add(shortThreads.describe());
    lines.addAll(resourceThreads.describe());
    return lines;
  }

  @Override
  public void close() {
    resources.close();
    roots.close();
    checks.close();
    toolThreads.close();
    shortThreads.close();
    resourceThreads.close();
    programs.close();
  }
}
