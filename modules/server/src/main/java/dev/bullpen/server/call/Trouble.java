package dev.bullpen.server.call;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobOutcome.Completed;
import java.util.OptionalInt;
import tools.jackson.databind.node.ObjectNode;

/**
 * Why a call will not succeed, for the operator's log.
 *
 * @param reason a word; {@code docs/operator/troubleshooting.md} has them
 * @param detail a sentence, which may hold paths, but no values of arguments
 * @param exitCode of its script
 * @param signal that ended its script
 * @param stderr the end of its script's error output; may be empty
 */
public record Trouble(
    String reason, String detail, OptionalInt exitCode, OptionalInt signal, byte[] stderr) {
  /** A slow check of arguments, or of a result, did not get its turn in time. */
  public static final String UNCHECKED = "unchecked";

  /** The client did not answer what was asked. */
  public static final String UNANSWERED = "unanswered";

  /** The client does not offer what the script needs. */
  public static final String CLIENT_CANNOT = "client-cannot";

  private static final byte[] NOTHING = {};

  /** The client may not use the named thing, and does not learn whether it exists. */
  public static final Trouble NOT_FOR_CLIENT = of("denied", "its client may not use it");

  public static Trouble of(String reason, String detail) {
    return new Trouble(reason, detail, OptionalInt.empty(), OptionalInt.empty(), NOTHING);
  }

  /**
   * What became of the call's script. A script that ended well may still have reported a failure.
   */
  public static Trouble of(JobOutcome outcome) {
    if (outcome instanceof Completed completed) {
      OptionalInt code = OptionalInt.of(completed.code());
      OptionalInt none = OptionalInt.empty();
      return new Trouble(
          completed.isSuccess() ? "error-result" : "script-failed",
          completed.ending(),
          completed.signalled() ? none : code,
          completed.signalled() ? code : none,
          completed.stderr());
    }
    JobOutcome.Failed failed = (JobOutcome.Failed) outcome;
    return new Trouble(
        failed.reason().word(),
        failed.detail(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        failed.stderr());
  }

  /** For programs: the {@code data} of an error, {@code {reason, exitCode?, signal?}}. */
  public ObjectNode data() {
    ObjectNode data = data(reason);
    exitCode.ifPresent(code -> data.put("exitCode", code));
    signal.ifPresent(number -> data.put("signal", number));
    return data;
  }

  /** The same for a reason alone. */
  public static ObjectNode data(String reason) {
    return Json.object().put("reason", reason);
  }

  /** The same with another reason and another sentence. */
  public Trouble because(String other, String sentence) {
    return new Trouble(other, sentence, exitCode, signal, stderr);
  }
}
