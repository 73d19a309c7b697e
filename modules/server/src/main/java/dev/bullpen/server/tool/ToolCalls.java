package dev.bullpen.server.tool;

import dev.bullpen.project.Project;
import dev.bullpen.project.tool.PolicyDecision;
import dev.bullpen.project.tool.ToolResolution;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.CallToolParams;
import dev.bullpen.protocol.method.CallToolResult;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallsInFlight;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.RateLimit;
import dev.bullpen.server.call.Trouble;
import java.time.Duration;
import java.util.Optional;

/**
 * {@code tools/call}: which tool it is, whether it may run, and whether the arguments are what it
 * takes; then its script runs as a {@link ToolRun}.
 */
public final class ToolCalls implements Handler {
  private final ToolServices services;
  private final RateLimit rate;
  private final CallsInFlight inFlight;
  private final PolicyCheck policy;

  public ToolCalls(ToolServices services, RateLimit rate, CallsInFlight inFlight) {
    this.services = services;
    this.rate = rate;
    this.inFlight = inFlight;
    this.policy = new PolicyCheck(services);
  }

  @Override
  public void handle(Call call) throws JsonRpcException {
    CallToolParams params = CallToolParams.parse(call.params(), call.revision());
    if (!rate.tryTake()) {
      throw new JsonRpcException(
          JsonRpcError.rateLimited("Too many tool calls; call again in a moment"));
    }
    services.catalogs().whenLoaded(call, () -> find(call, params));
  }

  private void find(Call call, CallToolParams params) throws JsonRpcException {
    services.catalogs().inForce("Unable to call tools");
    ToolResolution resolution = services.project().tools().resolve(params.name());
    if (resolution instanceof ToolResolution.Unknown unknown) {
      throw new JsonRpcException(JsonRpcError.invalidParams(unknown.message()));
    } else if (resolution instanceof ToolResolution.Broken broken) {
      call.troubled(Trouble.of("broken", broken.detail()));
      throw new JsonRpcException(
          broken.isRejected()
              ? JsonRpcError.invalidParams(broken.message())
              : JsonRpcError.internalError(broken.message()));
    } else if (resolution instanceof ToolResolution.Found found) {
      Reentry reentry = services.asking().reentry();
      Reentry.Retry retry =
          reentry.read(
              Methods.TOOLS_CALL,
              params.name(),
              params.arguments(),
              params.requestState(),
              params.inputResponses());
      if (retry.parked().isPresent()) {
        services.asking().parking().resume(retry, call, params);
        return;
      }
      enter(call, params.name());
      reentry.use(retry);
      decide(
          new ToolAttempt(
              call,
              params,
              new Audience(call, params, services),
              found.tool(),
              found.command(),
              retry.answers(),
              retry.script(),
              Duration.ZERO,
              0));
    }
  }

  private void enter(Call call, String tool) throws JsonRpcException {
    if (!inFlight.enter(tool, call)) {
      throw new JsonRpcException(
          JsonRpcError.rateLimited(
              "Too many calls of this tool wait already; call again when some have ended"));
    }
    call.onEnd(() -> inFlight.leave(tool, call));
  }

  private void decide(ToolAttempt attempt) throws JsonRpcException {
    Project project = services.project();
    PolicyDecision decision = project.toolPolicy().decide(attempt.tool());
    policy.when(decision, attempt, () -> check(attempt));
  }

  private void check(ToolAttempt attempt) {
    Call call = attempt.call();
    BoundedWait wait = new BoundedWait();
    services
        .checks()
        .input(
            attempt.tool(),
            attempt.params().arguments(),
            () -> call.isOpen() && wait.end(),
            verdict -> {
              wait.end();
              call.serve(() -> start(attempt.after(wait.taken()), verdict));
            });
    Duration most = attempt.clock(services.settings()).timeout();
    wait.limit(services.timers(), most, () -> unchecked(call, most));
  }

  private static void unchecked(Call call, Duration waited) {
    JsonRpcError error = ToolFailures.unchecked("arguments", waited);
    call.troubled(Trouble.of(Trouble.UNCHECKED, error.message()));
    call.fail(error);
  }

  private void start(ToolAttempt attempt, SchemaChecks.Verdict verdict) throws JsonRpcException {
    Optional<String> objection = ToolFailures.objection(verdict);
    if (objection.isPresent()) {
      Call call = attempt.call();
      call.troubled(Trouble.of("invalid-arguments", objection.get()));
      call.answer(
          CallToolResult.forRevision(
              ToolFailures.invalidArguments(objection.get()), call.revision()));
    } else {
      Call call = attempt.call();
      services.roots().whenKnown(call, () -> ToolRun.start(attempt, services));
    }
  }
}
