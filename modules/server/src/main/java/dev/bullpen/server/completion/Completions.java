package dev.bullpen.server.completion;

import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.project.CompletionResolver;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.completion.CompletionCursor;
import dev.bullpen.project.completion.CompletionCursor.CompletionBinding;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionEnvironment;
import dev.bullpen.project.completion.CompletionOutput.CompletionChoice;
import dev.bullpen.project.completion.CompletionRequest;
import dev.bullpen.project.completion.CompletionRequest.CompletionArguments;
import dev.bullpen.project.completion.CompletionRequest.CompletionLimit;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.completion.Resolution.CompletionTimeouts;
import dev.bullpen.project.completion.SourceIndexes.DeclaredValues;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.CompleteParams;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.JobLimits;
import dev.bullpen.server.call.RateLimits;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.completion.CompletionCache.CompletionKey;
import dev.bullpen.server.program.NoProgramException;
import dev.bullpen.server.program.ProgramSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * {@code completion/complete}. The project determines what completes the argument. A script runs as
 * a job of the pool, unless {@link CompletionRuns} can do without, and {@link CompletionQuery}
 * makes its outcome an answer. Declared values need no job.
 */
public final class Completions implements Handler {
  /**
   * A completion whose registration allows it more time than this is not interactive, and must not
   * delay interactive ones.
   */
  private static final Duration INTERACTIVE = Duration.ofSeconds(10);

  /** Room for a hundred values many times over, and for a list of everything. */
  private static final int OUTPUT_BYTES = 10 * 1024 * 1024;

  private static final Logger LOG = System.getLogger("bullpen.completion");

  private final Catalogs catalogs;
  private final CompletionRuns runs;
  private final ProgramSource programs;
  private final RateLimits rate;
  private final Duration grace;
  private final JobLimits limits;
  private final Map<String, String> common;
  private final AtomicLong arrivals = new AtomicLong();
  private final CallThreads files;
  private final CompletionTimeouts timeouts;

  /**
   * @param files threads on which calls read values from files
   */
  public Completions(
      Catalogs catalogs,
      CompletionRuns runs,
      ProgramSource programs,
      RateLimits rate,
      Duration grace,
      JobLimits limits,
      CallThreads files) {
    this.catalogs = catalogs;
    this.files = files;
    this.timeouts = catalogs.project().completionTimeouts();
    this.runs = runs;
    this.programs = programs;
    this.rate = rate;
    this.grace = grace;
    this.limits = limits;
    this.common = catalogs.project().scriptEnvironment().ofCompletion();
  }

  @Override
  public void handle(Call call) throws JsonRpcException {
    CompleteParams params = CompleteParams.parse(call.params(), call.revision());
    if (!rate.tryTake(call.principal())) {
      throw new JsonRpcException(
          JsonRpcError.rateLimited("Too many completions; ask again in a moment"));
    }
    long order = arrivals.incrementAndGet(); // now, as others may overtake before the first reading
    catalogs.whenLoaded(call, () -> complete(call, params, order));
  }

  private void complete(Call call, CompleteParams params, long order) throws JsonRpcException {
    CompletionRequest request = request(params);
    catalogs.inForce("Unable to complete");
    CompletionResolver completions = catalogs.project().completions();
    CatalogKind kind = params.ref().isPrompt() ? CatalogKind.PROMPTS : CatalogKind.RESOURCES;
    boolean isAllowed =
        call.mayUse(kind, params.ref().text())
            && call.mayUse(kind, completions.completed(request.ref(), request.argument()));
    if (!isAllowed) {
      call.troubled(Trouble.NOT_FOR_CLIENT);
    }
    Resolution resolution =
        isAllowed
            ? completions.resolve(request.ref(), request.argument(), request.context())
            : CompletionResolver.unknown(request.ref());
    if (resolution instanceof Resolution.Unknown unknown) {
      throw new JsonRpcException(JsonRpcError.invalidParams(unknown.message()));
    } else if (resolution instanceof Resolution.Broken broken) {
      call.troubled(Trouble.of("broken", broken.detail()));
      throw new JsonRpcException(JsonRpcError.internalError(broken.message()));
    }
    call.allow();
    if (resolution instanceof Resolution.Declared declared) {
      CompletionBinding binding = CompletionBinding.of(declared);
      answerDeclared(call, declared, request, binding, position(params, binding));
    } else if (resolution instanceof Resolution.Script script) {
      run(call, params, order, request, script);
    }
  }

  private void run(
      Call call,
      CompleteParams params,
      long order,
      CompletionRequest request,
      Resolution.Script script)
      throws JsonRpcException {
    long epoch = runs.epoch();
    CompletionArguments arguments = CompletionArguments.of(request);
    CompletionBinding binding = CompletionBinding.of(script.provider());
    CompletionPosition position = position(params, binding);
    Map<String, String> environment = environment(request, arguments, script, position);
    Duration timeout = timeout(params, script);
    CompletionQuery query =
        new CompletionQuery(
            call,
            order,
            CompletionQuery.Field.of(call, request),
            CompletionKey.of(call, script.provider(), request, arguments, position, epoch),
            timeout,
            binding,
            position,
            request.limit(),
            script.match().map(match -> new CompletionChoice(request.value(), match)));
    CompletableFuture<Program> found =
        programs.find(lane(script, timeout), script.provider().command());
    call.serveAfter(
        found,
        () -> {
          try {
            Program program = ProgramSource.program(found);
            runs.answer(query, job(script, program, environment, timeout));
          } catch (NoProgramException e) { // the operator's log says more
            query.notStarted(e);
          }
        });
  }

  private Map<String, String> environment(
      CompletionRequest request,
      CompletionArguments arguments,
      Resolution.Script script,
      CompletionPosition position)
      throws JsonRpcException {
    CompletionPosition from = script.match().isPresent() ? position.beforeAll() : position;
    try {
      return CompletionEnvironment.of(request, arguments, script.provider(), from);
    } catch (RefusedException e) {
      throw new JsonRpcException(JsonRpcError.invalidParams(e.getMessage()));
    }
  }

  /**
   * Answer from declared values: at once if they are loaded and few, else on a thread that may wait
   * for a disk, so that no other request does.
   */
  private void answerDeclared(
      Call call,
      Resolution.Declared declared,
      CompletionRequest request,
      CompletionBinding binding,
      CompletionPosition position)
      throws JsonRpcException {
    DeclaredValues values = catalogs.project().declaredValues(declared);
    Call.Work work =
        () -> {
          try {
            call.answer(CompletionQuery.result(values.page(request, binding, position)));
          } catch (RefusedException e) {
            LOG.log(Level.WARNING, "the values for {0}: {1}", declared.name(), e.detail());
            throw new JsonRpcException(JsonRpcError.internalError(e.getMessage()));
          }
        };
    if (values.isQuick()) {
      work.run();
    } else {
      files.serve(call, thread -> work.run());
    }
  }

  private static Lane lane(Resolution.Script script, Duration timeout) {
    boolean isLong = script.provider().timeout().isPresent() && timeout.compareTo(INTERACTIVE) > 0;
    return isLong ? Lane.LONG : Lane.INTERACTIVE;
  }

  private JobRequest job(
      Resolution.Script script,
      Program program,
      Map<String, String> environment,
      Duration timeout) {
    return new JobRequest(
        "completion " + script.provider().name(),
        lane(script, timeout),
        new JobRequest.Script(program, catalogs.project().root(), common, environment),
        new JobRequest.Limits(
            OUTPUT_BYTES,
            0,
            JobRequest.Limits.STDERR_TAIL_BYTES,
            timeout,
            grace,
            limits.resources(script.provider().limits(), program)),
        Optional.empty());
  }

  /** The script's own, but no longer than the client is willing to wait. */
  private Duration timeout(CompleteParams params, Resolution.Script script) {
    Duration own = timeouts.of(script.provider());
    Duration wanted = Duration.ofSeconds(params.timeoutSecs().orElse(Integer.MAX_VALUE));
    return wanted.compareTo(own) < 0 ? wanted : own;
  }

  private static CompletionPosition position(CompleteParams params, CompletionBinding binding)
      throws JsonRpcException {
    if (params.cursor().isEmpty()) {
      return CompletionPosition.START;
    }
    try {
      return CompletionCursor.decode(params.cursor().get(), binding);
    } catch (RefusedException e) {
      throw new JsonRpcException(JsonRpcError.invalidParams(e.getMessage()));
    }
  }

  /** The same request in the project's type; the project knows no protocol. */
  private static CompletionRequest request(CompleteParams params) {
    CompletionRef ref =
        params.ref().isPrompt()
            ? new CompletionRef.OfPrompt(params.ref().text())
            : new CompletionRef.OfResource(params.ref().text());
    return new CompletionRequest(
        ref,
        params.ref().toJson(),
        params.argument(),
        params.value(),
        params.context(),
        new CompletionLimit(params.limit()));
  }
}
