package dev.bullpen.server.tool;

import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.project.ToolResolver;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.ToolPolicy.PolicyDecision;
import dev.bullpen.protocol.ErrorCode;
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
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code tools/call}. What is decided before the tool's own job is decided where the call is read,
 * but {@code policy.sh} and the program may have to be waited for; the job, and what comes after
 * it, are done from top to bottom on a thread of the call, in {@link #serve}.
 */
public final class ToolCalls implements Handler {
  private static final Logger POLICY_LOG = System.getLogger("bullpen.policy");

  private final ToolServices services;
  private final RateLimits rate;
  private final CallsInFlight inFlight;

  public ToolCalls(ToolServices services, RateLimits rate, CallsInFlight inFlight) {
    this.services = services;
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
    services.scripts().catalogs().whenLoaded(call, () -> admit(call, params));
  }

  /** Whether the call may be: what it names, what it brings back, and the project's policy. */
  private void admit(Call call, CallParams params) throws JsonRpcException {
    ToolResolver.Found found = find(call, params.name());
    Reentry reentry = services.asking().reentry();
    Reentry.Retry retry =
        reentry.read(
            ToolAttempt.asker(call, params), params.requestState(), params.inputResponses());
    if (retry.parked().isPresent()) {
      services.asking().parking().resume(retry, call, params);
      return;
    }
    enter(call, params.name());
    reentry.use(retry);
    Tool tool = found.tool();
    PolicyDecision decision = services.scripts().project().toolPolicy().decide(tool);
    refuseDenied(decision, call);
    ToolAttempt attempt =
        new ToolAttempt(
            call,
            params,
            new Audience(call, params, services.settings().rates(), services.asking().timers()),
            tool,
            found.command(),
            retry.answers(),
            retry.script(),
            Duration.ZERO,
            0);
    if (decision instanceof PolicyDecision.Ask ask) {
      services
          .policyThreads()
          .serve(
              call,
              thread -> {
                JobOutcome policy =
                    thread.run(services.scripts().intake(), ToolJobs.policy(ask, services));
                refuseDenied(verdict(policy, call), call);
                check(attempt);
              });
    } else {
      check(attempt);
    }
  }

  private static void refuseDenied(PolicyDecision decision, Call call) throws JsonRpcException {
    if (decision instanceof PolicyDecision.Denied denied) {
      call.troubled(Trouble.of("denied", denied.message()));
      throw new JsonRpcException(
          JsonRpcError.ofScript(
              denied.code(), denied.message(), denied.data().orElse(MissingNode.getInstance())));
    }
  }

  /** What {@code policy.sh} has decided. One that cannot be asked has said no. */
  private static PolicyDecision verdict(JobOutcome outcome, Call call) throws JsonRpcException {
    if (outcome instanceof JobOutcome.Completed completed) {
      String said = new String(completed.stderr(), StandardCharsets.UTF_8).strip();
      if (!said.isEmpty()) {
        POLICY_LOG.log(Level.INFO, "policy.sh: {0}", said);
      }
      return PolicyDecision.ofExit(
          completed.signalled() ? -1 : completed.code(), completed.stdout());
    }
    JobOutcome.Failed failed = (JobOutcome.Failed) outcome;
    call.troubled(
        Trouble.of(failed).because("denied", "policy.sh could not be asked: " + failed.detail()));
    throw new JsonRpcException(
        JsonRpcError.of(
            ErrorCode.INTERNAL_ERROR,
            "The project's policy could not be asked: " + failed.reason().sentence()));
  }

  /** Whether the arguments fit, which may have to wait for a turn. */
  private void check(ToolAttempt attempt) throws JsonRpcException {
    long begun = System.nanoTime();
    CompletableFuture<SchemaChecks.Verdict> verdict =
        services
            .checks()
            .check(
                attempt.call().principal(),
                ToolSchema.INPUT,
                attempt.tool(),
                attempt.params().arguments(),
                attempt.newClock(services.settings()).timeout());
    boolean isQuick = verdict.isDone();
    attempt
        .call()
        .serveAfter(
            verdict,
            () -> {
              Duration waited =
                  isQuick ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - begun);
              begin(attempt.after(waited), verdict.join());
            });
  }

  private ToolResolver.Found find(Call call, String name) throws JsonRpcException {
    services.scripts().catalogs().inForce("Unable to call tools");
    ToolResolver.Resolution resolution =
        call.mayUse(CatalogKind.TOOLS, name)
            ? services.scripts().project().tools().resolve(name)
            : ToolResolver.unknown(name);
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
    call.setOnEnd(() -> inFlight.leave(tool, call));
  }

  /** When roots and program are there, which no thread waits for; at once if there is none. */
  private void begin(ToolAttempt attempt, SchemaChecks.Verdict arguments) throws JsonRpcException {
    Call call = attempt.call();
    if (isFit(attempt, arguments)) {
      call.serveAfter(
          call.rootsKnown(),
          () -> {
            CompletableFuture<Program> found = program(attempt);
            call.serveAfter(found, () -> start(attempt, found));
          });
    }
  }

  private void start(ToolAttempt attempt, CompletableFuture<Program> found)
      throws JsonRpcException {
    Call call = attempt.call();
    try {
      Program program = ProgramSource.program(found);
      services.threads().serve(call, thread -> serve(attempt, program, thread));
    } catch (NoProgramException e) {
      notStarted(call, e);
    }
  }

  private CompletableFuture<Program> program(ToolAttempt attempt) {
    return services.scripts().programs().find(ToolJobs.LANE, attempt.command());
  }

  /** The tool's job, and as many more as a legacy client has to be asked something in between. */
  private void serve(ToolAttempt first, Program program, CallThread thread)
      throws JsonRpcException {
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

  /** Whether the arguments fit; else the call is answered. */
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

  private static void notStarted(Call call, NoProgramException e) {
    call.troubled(Trouble.of(e.reason(), e.sentence()));
    call.answer(CallToolResult.forRevision(ToolFailures.notStarted(e), call.revision()));
  }
}
