package dev.bullpen.launcher.archive;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.client.Answer;
import dev.bullpen.launcher.client.Call;
import dev.bullpen.launcher.client.Completion;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** What a server does in an ordinary session, once each, in both of the protocol's ways. */
final class TrainingSession {
  /**
   * The JVM in training loads everything from the jars, and its machine may be building something
   * else.
   */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);

  private static final String CLIENT = "launcher archive";

  private TrainingSession() {}

  static void play(Server server) throws ServerException, InterruptedException {
    server.greet(CLIENT, ANSWER_LIMIT);
    answered(server.ask("ping", Json.object()));
    answered(
        server.ask(
            "completion/complete", Completion.ofPrompt("plan-meeting", "city", "l").params()));
    answered(
        server.ask("completion/complete", Completion.ofPrompt("no-such-prompt", "a", "").params()));
    answered(server.ask("tools/list", Json.object()));
    answered(server.ask("tools/call", tool()));
    answered(server.ask("tools/call", stateless(tool())));
    answered(server.ask("server/discover", stateless(Json.object())));
    answered(
        server.ask(
            "completion/complete",
            stateless(Completion.ofPrompt("plan-meeting", "city", "l").params())));
    // The first has it compiled, the next finds it; without a compiler, neither.
    answered(server.ask("completion/complete", month()));
    answered(server.ask("completion/complete", month()));
    answered(server.ask("resources/read", Json.object().put("uri", "month://2026/january")));
    Call slow =
        server.ask("completion/complete", Completion.ofPrompt("runaway", "anything", "").params());
    server.cancel(slow, "training is over");
    answered(server.ask("ping", Json.object()));
  }

  private static ObjectNode tool() {
    ObjectNode params = Json.object().put("name", "plan");
    params.putObject("arguments").put("task", "train");
    params.putObject("_meta").put("progressToken", 1);
    return params;
  }

  /** One that a program in Java completes. */
  private static ObjectNode month() {
    return Completion.ofTemplate("month://{year}/{month}", "month", "J")
        .knowing("year", "2026")
        .params();
  }

  /** An error is an answer too, and the way to it is worth learning. */
  private static Answer answered(Call call) throws ServerException, InterruptedException {
    return call.await(ANSWER_LIMIT);
  }

  /** The claims a request of revision 2026-07-28 makes for itself, instead of a handshake. */
  private static ObjectNode stateless(ObjectNode params) {
    ObjectNode meta =
        params.putObject("_meta").put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
    meta.putObject("io.modelcontextprotocol/clientCapabilities");
    return params;
  }
}
