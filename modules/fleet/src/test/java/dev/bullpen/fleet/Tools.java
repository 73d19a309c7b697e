package dev.bullpen.fleet;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.ToolScripts;
import tools.jackson.databind.node.ObjectNode;

/** The project of every replica. Each script says at the gate, first of all, which one runs it. */
final class Tools {
  /** Ends at once. */
  static final String QUICK = "quick";

  /** Waits for a moment. */
  static final String SLEEPS = "sleeps";

  /** Waits for 50 ms and does nothing else. */
  static final String PAUSES = "pauses";

  /** Reports progress three times. */
  static final String STREAMS = "streams";

  /** Asks its client while it runs, and ends with the answer. */
  static final String ASKS = "asks";

  /** Asks its client by ending, and is started again with the answer. */
  static final String AGAIN = "again";

  /** Leaves a daemon behind. */
  static final String DAEMON = "daemon";

  /** Stays, until the test lets it through. */
  static final String WAITS = "waits";

  /** A pipeline and a daemon, which stay; reports progress when they are there. */
  static final String FAMILY = "family";

  /** Asks, and is a family from the answer on. */
  static final String ASKS_FAMILY = "asks-family";

  /** What a client can do that answers questions. */
  static final String ELICITATION = "{'elicitation':{'form':{}}}";

  /** Such an answer. */
  static final String ANN = "{'action':'accept','content':{'name':'Ann'}}";

  private static final String QUESTION =
      "{\"message\":\"Who?\",\"mode\":\"form\",\"%s\":{\"type\":\"object\",\"properties\":"
          + "{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}}";

  private static final String ARRIVE = ToolScripts.READY + "ready \"$MCP_TEST_TOKEN\"\n";

  private static final String ASK =
      ToolScripts.SAY + ToolScripts.ASK + "ask elicit '" + QUESTION.formatted("schema") + "'\n";

  private Tools() {}

  static void project(ProjectFixture project) {
    project
        .tool(QUICK, ARRIVE + "echo \"$token\"\n")
        .tool(SLEEPS, ARRIVE + "sleep 0.3\necho \"$token\"\n")
        .tool(PAUSES, "exec sleep 0.05\n")
        .tool(
            STREAMS,
            ARRIVE
                + ToolScripts.SAY
                + "for i in 1 2 3; do progress $i; sleep 0.1; done\necho \"$token\"\n")
        .tool(ASKS, ARRIVE + ASK + "echo \"$token $answer\"\n")
        .tool(
            AGAIN,
            "case $MCP_INPUT_RESPONSES_JSON in *Ann*) ;; *) echo"
                + " '{\"resultType\":\"input_required\",\"requestState\":1,\"inputRequests\":"
                + "{\"who\":{\"method\":\"elicitation/create\",\"params\":"
                + QUESTION.formatted("requestedSchema")
                + "}}}'; exit ;; esac\n"
                + ARRIVE
                + "echo \"$token\"\n")
        .tool(
            DAEMON,
            ARRIVE
                + "setsid sh -c '( exec sleep 600 & ) ; exit 0' </dev/null >/dev/null 2>&1\n"
                + "echo \"$token\"\n")
        .tool(WAITS, ARRIVE + "enter waiting\necho \"$token $word\"\n")
        .tool(FAMILY, ToolScripts.FAMILY)
        .tool(ASKS_FAMILY, ARRIVE + ASK + ToolScripts.FAMILY);
  }

  static ObjectNode params(String tool, String token) {
    return Messages.callTool(tool, "{'token':'" + token + "'}");
  }

  /** Of a call that wants to hear of its progress. */
  static ObjectNode withProgress(ObjectNode params) {
    params.set("_meta", Json.object().put("progressToken", 1));
    return params;
  }
}
