package dev.bullpen.server.tool;

import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.project.ToolResolver;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.CallParams;
import dev.bullpen.protocol.method.CallToolResult;
import dev.bullpen.server.asking.Audience;
import dev.bullpen.server.asking.Reentry;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallThreads.CallThread;
import dev.bullpen.server.call.CallsInFlight;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.RateLimits;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.catalog.ToolSchema;
import dev.bullpen.server.program.NoProgramException;
import dev.bullpen.server.program.ProgramSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code tools/call}. {@link #call} shows the steps of a call in their order. {@link #run} is its
 * last step, from the job to the answer.
 */
public final class ToolCalls implements Handler {
  private final ToolServices services;
  private final PolicyCheck policy;
  private final RateLimits rate;
  private final CallsInFlight inFlight;

  public ToolCalls(ToolServices services, RateLimits rate, CallsInFlight inFlight) {
    this.services = services;
    this.policy = new PolicyCheck(services);
    this.rate = rate;
    this.inFlight = inFlight;
  }

  @Override
  public void handle(Call call) throws JsonRpcException {
    CallParams params = CallParams.parse(call.params(), call.revision());
    if (!rate.tryTake(call.principal())) {
      throw new JsonRpcException(
          JsonRpcError.rateLimited("Too many tool calls; call again in a moment"));
    }
    services.scripts().catalogs().whenLoaded(call, () -> call(call, params));
  }

  /**
   * A call, step by step. Most calls wait for nothing before the last step, and reach it on the
   * thread that reads them, so that their jobs keep their order. A step that has to wait continues
   * later: on a thread while {@code policy.sh} runs, without one for a turn at a slow schema, for
   * the client's roots, for a compilation and for a place. So no refusal waits for tools that run.
   */
  private void call(Call call, CallParams params) throws JsonRpcException {
    ToolResolver.Found found = find(call, params.name());
    Reentry.Retry retry =
        services
            .asking()
            .reentry()
            .read(Reentry.Asker.of(call, params), params.requestState(), params.inputResponses());
    if (retry.parked().isPresent()) { // its script still runs, and waits for this
      call.allow();
      services.asking().parking().resume(retry, call, params);
      return;
    }
    enter(call, params.name());
    ToolAttempt attempt = firstAttempt(call, params, found, retry);
    policy.check(
        call,
        found.tool(),
        () -> {
          call.allow();
          if (!hasItsVariables(attempt)) {
            return;
          }
          whenFit(
              attempt,
              fit ->
                  call.serveAfter(
                      call.rootsKnown(),
                      () ->
                          whenProgramIsThere(
                              fit, (ready, program) -> start(ready, program, retry))));
        });
  }

  private ToolResolver.Found find(Call call, String name) throws JsonRpcException {
    services.scripts().catalogs().inForce("Unable to call tools");
    boolean isAllowed = call.mayUse(CatalogKind.TOOLS, name);
    if (!isAllowed) {
      call.troubled(Trouble.NOT_FOR_CLIENT);
    }
    ToolResolver.Resolution resolution =
        isAllowed ? services.scripts().project().tools().resolve(name) : ToolResolver.unknown(name);
    if (resolution instanceof ToolResolver.Unknown unknown) {
      throw new JsonRpcException(JsonRpcError.invalidParams(unknown.message()));
    } else if (resolution instanceof ToolResolver.Broken broken) {
      call.troubled(Trouble.of("broken", broken.detail()));
      throw new JsonRpcException(
          broken.isRejected()
              ? JsonRpcError.invalidParams(broken.message())
              : JsonRpcError.internalError(broken.message()));
    }
    return (ToolResolver.Found) resolution;
  }

  private void enter(Call call, String tool) throws JsonRpcException {
    if (!inFlight.enter(tool, call)) {
      throw new JsonRpcException(
          JsonRpcError.rateLimited(
              "Too many calls of this tool wait already; call again when some have ended"));
    }
    call.replaceOnEnd(() -> inFlight.leave(tool, call));
  }

  private ToolAttempt firstAttempt(
      Call call, CallParams params, ToolResolver.Found found, Reentry.Retry retry) {
    return new ToolAttempt(
        call,
        params,
        new Audience(call, params, services.settings().rates(), services.asking().timers()),
        found.tool(),
        found.command(),
        retry.brought(),
        Duration.ZERO,
        0);
  }

  /** Whether the server has the variables that the tool needs. Otherwise the call is answered. */
  private boolean hasItsVariables(ToolAttempt attempt) {
    Call call = attempt.call();
    Tool tool = attempt.tool();
    Optional<String> missing =
        services.scripts().project().scriptEnvironment().missing(tool.name(), tool.environment());
    if (missing.isPresent()) {
      call.troubled(Trouble.of(ToolFailures.NO_VARIABLE, missing.get()));
      call.answer(
          CallToolResult.forRevision(ToolFailures.noVariable(missing.get()), call.revision()));
    }
    return missing.isEmpty();
  }

  /** What follows the check of the arguments. */
  private interface Fit {
    void go(ToolAttempt attempt) throws JsonRpcException;
  }

  /** Go on if the arguments fit. Otherwise the call is answered. */
  private void whenFit(ToolAttempt attempt, Fit next) throws JsonRpcException {
    Call call = attempt.call();
    long begun = System.nanoTime();
    CompletableFuture<SchemaChecks.Verdict> verdict =
        services
            .checks()
            .check(
                call.principal(),
                ToolSchema.INPUT,
                attempt.tool(),
                attempt.params().arguments(),
                attempt.limit(services.settings()).timeout());
    boolean isQuick = verdict.isDone();
    call.serveAfter(
        verdict,
        () -> {
          Duration waited = isQuick ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - begun);
          ToolAttempt checked = attempt.after(waited);
          if (isFit(checked, verdict.join())) {
            next.go(checked);
          }
        });
  }

  /** Whether the arguments fit. Otherwise the call is answered. */
  private static boolean isFit(ToolAttempt attempt, SchemaChecks.Verdict arguments)
      throws JsonRpcException {
    Call call = attempt.call();
    if (arguments instanceof SchemaChecks.Verdict.Late) {
      JsonRpcError error = ToolFailures.unchecked("arguments", attempt.waited());
      call.troubled(Trouble.of(Trouble.UNCHECKED, error.message()));
      throw new JsonRpcException(error);
    }
    Optional<String> objection = ToolFailures.objection(arguments);
    if (objection.isPresent()) {
      call.troubled(Trouble.of("invalid-arguments", objection.get()));
      call.answer(
          CallToolResult.forRevision(
              ToolFailures.invalidArguments(objection.get()), call.revision()));
    }
    return objection.isEmpty();
  }

  /** What follows when there is a program. */
  private interface Startable {
    void go(ToolAttempt attempt, Program program) throws JsonRpcException;
  }

  /** Go on when the program is compiled, if it must be. If it cannot be, the call is answered. */
  private void whenProgramIsThere(ToolAttempt attempt, Startable next) throws JsonRpcException {
    Call call = attempt.call();
    CompletableFuture<Program> found = program(attempt);
    call.serveAfter(
        found,
        () -> {
          try {
            next.go(attempt, ProgramSource.program(found));
          } catch (NoProgramException e) {
            notStarted(call, e);
          }
        });
  }

  private CompletableFuture<Program> program(ToolAttempt attempt) {
    return services.scripts().programs().find(ToolJobs.LANE, attempt.command());
  }

  private static void notStarted(Call call, NoProgramException e) {
    call.troubled(Trouble.of(e.reason(), e.sentence()));
    call.answer(CallToolResult.forRevision(ToolFailures.notStarted(e), call.revision()));
  }

  /** A retry's state is used up only with a place: one that is refused before can be repeated. */
  private void start(ToolAttempt attempt, Program program, Reentry.Retry retry)
      throws JsonRpcException {
    services
        .threads()
        .serve(
            attempt.call(),
            thread -> {
              services.asking().reentry().use(retry);
              run(attempt, program, thread);
            });
  }

  /** Run the tool's job, and again after each question that a legacy client has answered. */
  private void run(ToolAttempt first, Program program, CallThread thread) throws JsonRpcException {
    ToolAttempt attempt = first;
    try {
      Optional<ObjectNode> question = new ToolRun(first, program, services, thread).run();
      while (question.isPresent()) {
        Reentry reentry = services.asking().reentry();
        attempt = attempt.again(reentry.ask(first.call(), thread, question.get(), attempt.round()));
        Program now = thread.program(program(attempt)); // it may have changed since the last run
        question = new ToolRun(attempt, now, services, thread).run();
      }
    } catch (NoProgramException e) {
      notStarted(first.call(), e);
    } catch (Reentry.GivenUpException e) {
      first.call().answer(CallToolResult.error("The tool " + e.getMessage()));
    }
  }
}
