package dev.bullpen.server.tool;

import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.ToolPolicy.PolicyDecision;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Trouble;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.MissingNode;

/** Whether a call may have its tool: the operator's allow-list, then the project's policy.sh. */
final class PolicyCheck {
  private static final Logger LOG = System.getLogger("bullpen.policy");

  private final ToolServices services;

  PolicyCheck(ToolServices services) {
    this.services = services;
  }

  /**
   * Go on if the call is allowed: at once, or on a thread of its own if {@code policy.sh} has
   * allowed it.
   *
   * @throws JsonRpcException if it is denied
   */
  void check(Call call, Tool tool, Call.Work next) throws JsonRpcException {
    PolicyDecision decision = services.scripts().project().toolPolicy().decide(tool);
    refuseDenied(decision, call);
    if (decision instanceof PolicyDecision.Ask ask) {
      services
          .policyThreads()
          .serve(
              call,
              thread -> {
                JobOutcome said =
                    thread.run(services.scripts().intake(), ToolJobs.policy(ask, services));
                refuseDenied(verdict(said, call), call);
                next.run();
              });
    } else {
      next.run();
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

  /** The decision of {@code policy.sh}. If it cannot be run, the call is denied. */
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
