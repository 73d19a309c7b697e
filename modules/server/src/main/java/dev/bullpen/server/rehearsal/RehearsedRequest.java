package dev.bullpen.server.rehearsal;

import dev.bullpen.json.Json;
import dev.bullpen.project.CompletionResolver.Completable;
import dev.bullpen.project.Project;
import dev.bullpen.project.completion.CompletionRef;
import dev.bullpen.project.tool.PolicyDecision;
import dev.bullpen.project.tool.ToolResolution;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.JobIntake;
import dev.bullpen.server.call.JobLimits;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.RateLimit;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.completion.CompletionCache;
import dev.bullpen.server.completion.CompletionRuns;
import dev.bullpen.server.completion.Completions;
import dev.bullpen.server.program.ProgramSource;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntFunction;
import tools.jackson.databind.node.ObjectNode;

/**
 * One kind of request that can be rehearsed.
 *
 * @param handler answers it, by a program that is not the project's
 * @param params what is asked the first time, the second, and so on
 */
public record RehearsedRequest(String method, Handler handler, IntFunction<ObjectNode> params) {
  private static final int FIRST = 200;

  /** A completion that is a program's, each time of another value; empty if there is none. */
  public static Optional<RehearsedRequest> completion(
      Catalogs catalogs, JobIntake intake, ProgramSource instead) {
    Completions completions =
        new Completions(
            catalogs,
            new CompletionRuns(intake, new CompletionCache(System::nanoTime)),
            instead,
            RateLimit.perMinute(0, System.nanoTime()),
            Duration.ZERO,
            JobLimits.NONE,
            Runnable::run);
    return catalogs
        .project()
        .completions()
        .anyProgram()
        .map(
            asked ->
                new RehearsedRequest(
                    Methods.COMPLETE, completions, number -> completion(asked, number)));
  }

  private static ObjectNode completion(Completable asked, int number) {
    String member = asked.ref() instanceof CompletionRef.OfPrompt ? "name" : "uri";
    ObjectNode params = Json.object();
    params.set(
        "ref", Json.object().put("type", asked.ref().type()).put(member, asked.ref().text()));
    params.set(
        "argument",
        Json.object().put("name", asked.argument()).put("value", String.valueOf(number)));
    return params;
  }

  /**
   * A call of a tool that needs no arguments and may say what it wants; empty if there is none, or
   * not among the first.
   */
  public static Optional<RehearsedRequest> toolCall(Project project, Handler tools) {
    return project.catalog().tools().stream()
        .limit(FIRST)
        .filter(tool -> tool.definition().path("inputSchema").path("required").isEmpty())
        .filter(tool -> !tool.definition().has("outputSchema"))
        .filter(tool -> project.toolPolicy().decide(tool) instanceof PolicyDecision.Allowed)
        .filter(tool -> project.tools().resolve(tool.name()) instanceof ToolResolution.Found)
        .findFirst()
        .map(tool -> Json.object().put("name", tool.name()))
        .map(params -> new RehearsedRequest(Methods.TOOLS_CALL, tools, number -> params));
  }

  /** How many of the idle helpers can serve it: tools leave one to interactive jobs. */
  int atOnce(int idle) {
    return method.equals(Methods.TOOLS_CALL) ? Math.max(1, idle - 1) : idle;
  }

  /** As a client would send it. */
  byte[] line(int number) {
    RequestId id = new RequestId.Number(number);
    return JsonRpc.line(JsonRpc.request(id, method, params.apply(number)));
  }
}
