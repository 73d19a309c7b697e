package dev.bullpen.bench.http;

import dev.bullpen.testkit.client.Messages;
import tools.jackson.databind.node.ObjectNode;

/** What is asked again and again. */
enum Ask {
  /** Of values that the server has at hand; starts nothing. */
  COMPLETION("completion/complete", Messages.completePrompt(Site.PROMPT, "query", "re")),

  /** Starts a script, which prints a line. */
  CALL("tools/call", Messages.callTool(Site.TOOL, "{}"));

  private final String method;
  private final ObjectNode params;

  Ask(String method, ObjectNode params) {
    this.method = method;
    this.params = params;
  }

  String method() {
    return method;
  }

  ObjectNode params() {
    return params;
  }
}
