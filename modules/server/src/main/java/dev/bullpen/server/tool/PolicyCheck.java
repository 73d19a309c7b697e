package dev.bullpen.server.tool;

import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.project.tool.PolicyDecision;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallThreads.CallThread;
import dev.bullpen.server.call.Trouble;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.MissingNode;

/**
 * Whether a tool may be called: decided by the project's settings, or by its {@code policy.sh},
 * which runs as a job like any other script. A script that cannot be asked has said no.
 */
final class PolicyCheck {
  private static final Logger LOG = System.getLogger("bullpen.policy");

  private final ToolServices services;

  PolicyCheck(ToolServices services) {
    this.services = services;
  }

  static void refuseDenied(PolicyDecision decision, Call call) throws JsonRpcException {
    if (decision instanceof PolicyDecision.Denied denied) {
      call.troubled(Trouble.of("denied", denied.message()));
      throw new JsonRpcException(
          JsonRpcError.ofScript(
              denied.code(), denied.message(), denied.data().orElse(MissingNode.getInstance())));
    }
  }

  void ask(PolicyDecision.Ask ask, Call call, CallThread thread) throws JsonRpcException {
    JobOutcome outcome = thread.run(services.scripts().intake(), ToolJobs.policy(ask, services));
    refuseDenied(verdict(outcome, call), call);
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
