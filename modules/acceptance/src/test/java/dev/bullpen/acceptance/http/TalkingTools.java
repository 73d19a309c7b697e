package dev.bullpen.acceptance.http;

import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.ToolScripts;

/** Tools that have something to say before their answer. */
final class TalkingTools {
  static final String WHO =
      "{\"message\":\"Who?\",\"mode\":\"form\",\"schema\":{\"type\":\"object\",\"properties\":"
          + "{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}}";

  private TalkingTools() {}

  static void project(ProjectFixture project) {
    String tools = ToolScripts.READY + ToolScripts.SAY + ToolScripts.ASK;
    project
        .tool("hold", ToolScripts.HOLD)
        .tool("hello", ToolScripts.HELLO)
        .tool("live", tools + "progress 1 ',\"message\":\"half\"'\nenter\nprogress 2\necho done\n")
        .tool("reports", tools + "progress 1\nenter\nprogress 2\n" + ToolScripts.HOLD)
        .tool("logs", tools + "log warning '\"words\"'\nlog debug '\"more\"'\n")
        .tool(
            "asks-late",
            tools + "enter\nready\nask elicit '" + WHO + "'\nprintf '%s' \"$answer\"\n")
        .tool("asks", tools + "ready\nask elicit '" + WHO + "'\nprintf '%s' \"$answer\"\n")
        .tool(
            "samples",
            tools
                + "ask sample '{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
                + "\"text\":\"hi\"}}],\"maxTokens\":10}'\nprintf '%s' \"$answer\"\n");
  }
}
