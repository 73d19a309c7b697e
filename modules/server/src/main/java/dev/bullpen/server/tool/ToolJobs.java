package dev.bullpen.server.tool;

import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.tool.ToolPolicy.PolicyDecision;
import dev.bullpen.server.asking.QuestionKind;
import dev.bullpen.server.call.JobLimits;
import dev.bullpen.wire.ExchangeFiles;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The jobs of the pool that tools need. */
final class ToolJobs {
  static final Lane LANE = Lane.LONG;

  /** Names of files in the exchange folder. Variables give the script their paths. */
  static final String ERROR = "error";

  static final String RESOURCES = "resources";

  static final String DEBUG_LOG = "debug.log";

  /** See {@code sdk/policy.sh}. */
  private static final String METADATA = "metadata.json";

  private static final String METADATA_VARIABLE = "MCP_POLICY_METADATA_FILE";

  /** The time limit in force, in seconds; the metadata have it only if the author has set one. */
  static final String TIMEOUT_VARIABLE = "MCP_TOOL_TIMEOUT_SECS";

  /** An operator may name a file for it, which scripts then write to and keep. */
  private static final String DEBUG_LOG_VARIABLE = "MCPBASH_DEBUG_LOG";

  /** A policy is asked before every call, so it must be quick. */
  private static final Duration POLICY_TIMEOUT = Duration.ofSeconds(10);

  private static final int POLICY_OUTPUT_BYTES = 64 * 1024;
  private static final byte[] NOTHING = {};

  /**
   * The name in the exchange folder for each variable. {@code HostEnvironment} lists the variables,
   * too.
   */
  static final Map<String, String> VARIABLES =
      Map.of(
          "MCP_PROGRESS_STREAM", ExchangeFiles.EVENTS,
          "MCP_LOG_STREAM", ExchangeFiles.EVENTS,
          "MCP_LIST_CHANGED_FILE", ExchangeFiles.EVENTS,
          "MCP_CANCEL_FILE", ExchangeFiles.CANCELLED,
          "MCP_TOOL_ERROR_FILE", ERROR,
          "MCP_TOOL_RESOURCES_FILE", RESOURCES);

  /** Both exist and are empty, as a script may check whether it can write to them. */
  private static final List<ExchangeFiles.File> BLANKS =
      List.of(new ExchangeFiles.File(ERROR, NOTHING), new ExchangeFiles.File(RESOURCES, NOTHING));

  private ToolJobs() {}

  static JobRequest run(
      ToolAttempt attempt,
      JobRequest.Program program,
      RequestVariables variables,
      ToolClock clock,
      ScriptLimits limits,
      ToolServices services) {
    return new JobRequest(
        "tool " + attempt.tool().name(),
        LANE,
        new JobRequest.Script(
            program,
            services.scripts().project().root(),
            services.scripts().common(),
            environment(attempt, variables, clock, services.asking().stateTtl())),
        services.settings().jobLimits(clock.timeoutLeft(), JobLimits.resources(limits)),
        Optional.of(exchange(attempt, variables, services)));
  }

  private static JobRequest.Exchange exchange(
      ToolAttempt attempt, RequestVariables variables, ToolServices services) {
    Map<String, String> names = new HashMap<>(VARIABLES);
    if (!services.scripts().common().containsKey(DEBUG_LOG_VARIABLE)) {
      names.put(DEBUG_LOG_VARIABLE, DEBUG_LOG);
    }
    names.putAll(variables.fileVariables());
    List<String> asks = new ArrayList<>();
    for (QuestionKind kind : QuestionKind.offeredBy(attempt.call().capabilities())) {
      names.put(kind.requestVariable(), kind.requestFile());
      names.put(kind.answerVariable(), kind.answerFile());
      asks.add(kind.requestFile());
    }
    List<ExchangeFiles.File> files = ExchangeFiles.File.all(variables.files());
    files.addAll(BLANKS);
    List<String> left = new ArrayList<>(List.of(ERROR, RESOURCES));
    if (ToolRun.LOG.isLoggable(Level.DEBUG)) {
      left.add(DEBUG_LOG); // what a script has noted for its author
    }
    return new JobRequest.Exchange(new ExchangeFiles(files, asks, left), names);
  }

  /** A modern client may take long, so a script must not give up sooner. */
  private static Map<String, String> environment(
      ToolAttempt attempt, RequestVariables variables, ToolClock clock, Duration stateTtl) {
    Map<String, String> more = new HashMap<>(variables.environment());
    more.put(TIMEOUT_VARIABLE, Long.toString(clock.timeout().toSeconds()));
    if (attempt.call().isModern()) {
      more.put("MCPBASH_ELICITATION_TIMEOUT", Long.toString(stateTtl.toSeconds()));
    }
    if (attempt.call().capabilities().ui()) {
      more.put("MCPBASH_CLIENT_SUPPORTS_UI", "1");
    }
    return more;
  }

  static JobRequest policy(PolicyDecision.Ask ask, ToolServices services) {
    return new JobRequest(
        "policy",
        Lane.INTERACTIVE,
        new JobRequest.Script(
            JobRequest.Program.script(ask.command()),
            services.scripts().project().root(),
            ask.environment()),
        new JobRequest.Limits(
            POLICY_OUTPUT_BYTES,
            0,
            JobRequest.Limits.STDERR_TAIL_BYTES,
            POLICY_TIMEOUT,
            Duration.ZERO),
        ask.metadata().map(ToolJobs::beside));
  }

  /** An exchange folder with metadata that are too long for a variable. */
  private static JobRequest.Exchange beside(String metadata) {
    return new JobRequest.Exchange(
        new ExchangeFiles(
            Map.of(METADATA, metadata.getBytes(StandardCharsets.UTF_8)), List.of(), List.of()),
        Map.of(METADATA_VARIABLE, METADATA));
  }
}
