package dev.bullpen.server.engine;

import static java.util.Map.entry;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.project.Project;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.ToolPolicy;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.line.ClientOutput;
import dev.bullpen.protocol.line.OutgoingBudget;
import dev.bullpen.protocol.line.OutgoingLines;
import dev.bullpen.protocol.question.SharedKeys;
import dev.bullpen.protocol.question.StateSeal;
import dev.bullpen.protocol.session.Capability;
import dev.bullpen.protocol.session.ServerCapabilities;
import dev.bullpen.server.ServeOptions;
import dev.bullpen.server.ServeOptions.StateRule;
import dev.bullpen.server.ServeOptions.StateUse;
import dev.bullpen.server.asking.Asking;
import dev.bullpen.server.asking.Parking;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.CallsInFlight;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.JobLimits;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.RateLimits;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.catalog.Listing;
import dev.bullpen.server.catalog.Listing.ListKind;
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
import dev.bullpen.server.program.ProgramSource;
import dev.bullpen.server.program.Programs;
import dev.bullpen.server.prompt.PromptGetting;
import dev.bullpen.server.rehearsal.Rehearsal;
import dev.bullpen.server.resource.ResourceFetch;
import dev.bullpen.server.resource.ResourceFetch.ResourceThreads;
import dev.bullpen.server.resource.ResourceReading;
import dev.bullpen.server.resource.ResourceWatch;
import dev.bullpen.server.thread.Timers;
import dev.bullpen.server.tool.SchemaChecks;
import dev.bullpen.server.tool.Scripts;
import dev.bullpen.server.tool.ToolCalls;
import dev.bullpen.server.tool.ToolServices;
import dev.bullpen.server.tool.ToolSettings;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The handler of each method, and what handlers share. The same for all sessions. */
final class ServedMethods implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.server");

  /** No limit. */
  private static final int ANY_RATE = 0;

  private static final int SUBSCRIBED_PART_OF_HEAP = 16;

  private final Catalogs catalogs;
  private final JobIntake intake;
  private final CacheHint hint;
  private final ServerCapabilities capabilities;
  private final ServeOptions options;
  private final Timers timers;
  private final LargeAnswers largeAnswers;
  private final CompletionRuns completions;
  private final SchemaChecks checks;
  private final CallThreads toolThreads;
  private final CallThreads shortThreads;
  private final ResourceThreads resourceThreads;
  private final List<CallThreads> allThreads;
  private final ToolSettings settings;
  private final Programs programs;
  private final ResourceFetch fetch;
  private final ResourceWatch resources;
  private final SharedBudget subscribed = SharedBudget.ofHeap(SUBSCRIBED_PART_OF_HEAP);
  private final Listens listens;
  private final Asking asking;
  private final Scripts scripts;

  /**
   * @param resourceChanged gets the URI of a watched resource that has changed, on any thread
   */
  ServedMethods(
      ServeOptions options,
      Optional<SharedKeys> shared,
      Catalogs catalogs,
      HelperPool pool,
      LargeAnswers largeAnswers,
      Timers timers,
      Consumer<String> resourceChanged) {
    Map<String, String> environment = options.environment();
    this.options = options;
    this.timers = timers;
    this.largeAnswers = largeAnswers;
    this.catalogs = catalogs;
    this.intake = pool;
    this.hint = cacheHint(catalogs.project());
    this.capabilities =
        new ServerCapabilities(EnumSet.allOf(Capability.class))
            .withListChanged(!catalogs.project().isStatic());
    this.checks = new SchemaChecks(timers, ServedMethods::warn);
    int helpers = options.helpers().size().maxWorkers();
    this.toolThreads = new CallThreads("tool call", helpers, timers::after);
    this.shortThreads = new CallThreads("short call", helpers, timers::after);
    this.resourceThreads = ResourceThreads.of(helpers, timers::after);
    this.allThreads = new ArrayList<>(List.of(toolThreads, shortThreads));
    allThreads.addAll(resourceThreads.all());
    this.settings =
        ToolSettings.of(environment, options.graces().tools(), new JobLimits(options.jobLimits()));
    StateRule state = options.state();
    StateSeal seal = new StateSeal(state.ttl(), state.use() == StateUse.ONCE, shared);
    this.asking = Asking.of(timers, state.ttl(), seal, helpers);
    this.programs = Programs.of(pool, catalogs.project().root(), options.home(), environment);
    this.scripts = scripts(programs);
    this.fetch = new ResourceFetch(scripts, shortThreads, resourceThreads, largeAnswers);
    this.resources = new ResourceWatch(catalogs, fetch, environment, resourceChanged);
    this.listens = new Listens(catalogs, resources, capabilities, subscribed);
    this.completions = completionRuns();
  }

  private static void warn(String problem) {
    LOG.log(Level.WARNING, problem);
  }

  /** Checks the schemas of all tools, so that problems are logged before a client calls a tool. */
  void reviewSchemas() {
    checks.review(catalogs.project().catalog().tools());
  }

  /** Log how many tools may be called, because a list of tools does not show that. */
  void logDenials() {
    if (options.environment().containsKey(ServeOptions.OF_COMMAND)) {
      return;
    }
    List<Tool> tools = catalogs.project().catalog().tools();
    ToolPolicy policy = catalogs.project().toolPolicy();
    policy.denials(tools).ifPresent(ServedMethods::warn);
    policy.strangers(tools).forEach(ServedMethods::warn);
  }

  /**
   * Log missing variables, so that the operator learns of them before a client calls such a tool.
   */
  void logMissingVariables() {
    catalogs.project().missingVariables().forEach(ServedMethods::warn);
  }

  /**
   * What can be rehearsed while no client asks, one of each kind.
   *
   * @param instead what is run instead of the project's programs
   */
  List<Rehearsal.Request> rehearsed(Program instead) {
    ProgramSource ours = (lane, command) -> CompletableFuture.completedFuture(instead);
    Project project = catalogs.project();
    Client asker =
        new Client(
            Principal.SERVER,
            Rights.ALL,
            new OutgoingLines(new Unread(), OutgoingBudget.ofHeap(), () -> {}),
            new Agreement(LogLevel.ERROR),
            timers,
            largeAnswers,
            project::fallbackRoots);
    return Stream.of(
            Rehearsal.Request.completion(
                asker, project, completions(completionRuns(), ours, new RateLimits(ANY_RATE))),
            Rehearsal.Request.toolCall(
                asker, project, tools(toolServices(scripts(ours)), new RateLimits(ANY_RATE))))
        .flatMap(Optional::stream)
        .toList();
  }

  /** The output of the client that rehearsals stand for. */
  private record Unread() implements ClientOutput {
    @Override
    public OutputStream stream() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public boolean takesAtOnce(int bytes) {
      return true;
    }

    @Override
    public CompletableFuture<Void> watchForClosing() {
      return new CompletableFuture<>();
    }
  }

  /** The project has changed, so kept answers of completion scripts may be wrong. */
  void forgetCompletions() {
    completions.forget();
  }

  /** Something in the project has changed: check the resources that clients have subscribed to. */
  void checkResources() {
    resources.check();
  }

  /** Those of one session of a principal. */
  LegacySubscriptions subscriptions(Principal principal) {
    return new LegacySubscriptions(catalogs, fetch, resources, subscribed, principal);
  }

  Listens listens() {
    return listens;
  }

  /** By method, in both eras. A method of one era is refused in the other. */
  Map<String, Handler> handlers() {
    return Map.ofEntries(
        entry(
            Methods.COMPLETE,
            completions(completions, programs, new RateLimits(options.limits().completionRate()))),
        entry(Methods.TOOLS_LIST, list(ListKind.TOOLS)),
        entry(
            Methods.TOOLS_CALL,
            tools(toolServices(scripts), new RateLimits(options.limits().toolRate()))),
        entry(Methods.PROMPTS_LIST, list(ListKind.PROMPTS)),
        entry(
            Methods.PROMPTS_GET,
            new PromptGetting(scripts, shortThreads, resourceThreads.files(), asking.reentry())),
        entry(Methods.RESOURCES_LIST, list(ListKind.RESOURCES)),
        entry(Methods.RESOURCE_TEMPLATES_LIST, list(ListKind.RESOURCE_TEMPLATES)),
        entry(Methods.RESOURCES_READ, new ResourceReading(catalogs, fetch, readHint())),
        entry(Methods.LISTEN, listens));
  }

  private Listing list(ListKind kind) {
    return new Listing(kind, catalogs, options.limits().pageSize(), hint);
  }

  private CompletionRuns completionRuns() {
    return new CompletionRuns(intake, new CompletionCache(System::nanoTime));
  }

  private Completions completions(CompletionRuns runs, ProgramSource programs, RateLimits rate) {
    return new Completions(
        catalogs,
        runs,
        programs,
        rate,
        options.graces().completions(),
        settings.limits(),
        resourceThreads.files());
  }

  private ToolCalls tools(ToolServices services, RateLimits rate) {
    return new ToolCalls(services, rate, new CallsInFlight(options.limits().callsPerTool()));
  }

  private Scripts scripts(ProgramSource programs) {
    Map<String, String> common = catalogs.project().scriptEnvironment().ofTool();
    return new Scripts(catalogs, common, settings, intake, programs);
  }

  private ToolServices toolServices(Scripts scripts) {
    return new ToolServices(scripts, toolThreads, shortThreads, checks, asking);
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

  /** The server ends, and with it the scripts that wait for their clients. */
  void abandonParked(String why) {
    parking().abandonAll(Trouble.of(FailureReason.SHUTDOWN.word(), why));
  }

  /** A client that had not read reads again. */
  void roomAgain() {
    allThreads.forEach(CallThreads::roomAgain);
  }

  /** The scripts that wait for a client that has to come back with an answer. */
  Parking parking() {
    return asking.parking();
  }

  List<String> describe() {
    return allThreads.stream().map(CallThreads::describe).toList();
  }

  @Override
  public void close() {
    resources.close();
    checks.close();
    allThreads.forEach(CallThreads::close);
    programs.close();
  }
}
