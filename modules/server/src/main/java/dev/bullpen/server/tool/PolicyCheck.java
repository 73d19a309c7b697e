package dev.bullpen.server.tool;

import dev.bullpen.pool.JobHandle;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.project.tool.PolicyDecision;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Trouble;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.node.MissingNode;

/**
 * Whether a tool may be called: decided by the project's settings, or by its {@code policy.sh},
 * which runs as a job like any other script. Who cannot be asked has said no.
 */
final class PolicyCheck {
  private static final Logger LOG = System.getLogger("bullpen.policy");

  private final ToolServices services;

  PolicyCheck(ToolServices services) {
    this.services = services;
  }

  /**
   * Go on if the call is allowed, now or later on another thread; else it is answered.
   *
   * @throws JsonRpcException if it is denied already, or what is done then finds it wrong
   */
  void when(PolicyDecision decision, ToolAttempt attempt, Call.Work allowed)
      throws JsonRpcException {
    if (decision instanceof PolicyDecision.Ask ask) {
      CompletableFuture<JobHandle> job = new CompletableFuture<>();
      // Before it can end: the tool that follows it is to be cancelled then.
      attempt.call().onCancel(() -> job.thenAccept(services.pool()::cancel));
      job.complete(
          services
              .pool()
              .submit(
                  ToolJobs.policy(ask, services),
                  outcome ->
                      attempt
                          .call()
                          .serve(() -> goOn(verdict(outcome, attempt.call()), attempt, allowed))));
    } else {
      goOn(decision, attempt, allowed);
    }
  }

  private static void goOn(PolicyDecision decision, ToolAttempt attempt, Call.Work allowed)
      throws JsonRpcException {
    if (decision instanceof PolicyDecision.Denied denied) {
      attempt.call().troubled(Trouble.of("denied", denied.message()));
      throw new JsonRpcException(
          JsonRpcError.ofScript(
              denied.code(), denied.message(), denied.data().orElse(MissingNode.getInstance())));
    }
    allowed.run();
  }

  private static PolicyDecision verdict(JobOutcome outcome, Call call) throws JsonRpcException {
    if (outcome instanceof JobOutcome.Completed completed) {
      String said = new String(completed.stderr(), StandardCharsets.UTF_8).strip();
      if (!said.isEmpty()) {
        LOG.log(Level.INFO, "policy.sh: {0}", said);
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
}
