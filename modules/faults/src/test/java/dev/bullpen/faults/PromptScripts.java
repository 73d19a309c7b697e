package dev.bullpen.faults;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Prompts that a script makes, each called with an argument {@code token}. */
final class PromptScripts {
  /** As {@link ToolScripts#READY}. */
  static final String READY = here(ToolScripts.READY);

  /** As {@link ToolScripts#HOLD}. */
  static final String HOLD = here(ToolScripts.HOLD);

  /** As {@link ToolScripts#TWO_CHILDREN}. */
  static final String TWO_CHILDREN = here(ToolScripts.TWO_CHILDREN);

  /** As {@link ToolScripts#DAEMON}. */
  static final String DAEMON = here(ToolScripts.DAEMON);

  private PromptScripts() {}

  private static String here(String toolScript) {
    return toolScript
        .replace("$MCP_TOOL_ARGS_JSON", "$MCP_PROMPT_ARGS_JSON")
        .replace("${MCP_TOOL_ARGS_JSON", "${MCP_PROMPT_ARGS_JSON");
  }

  /** A prompt made by a script, with further members of its metadata, with ' for ". */
  static void add(ProjectFixture project, String name, String members, String script) {
    ObjectNode meta =
        Messages.json(
            "{'name':'%s','description':'A prompt','render':'script','arguments':"
                + "[{'name':'token','description':'A mark'}]}",
            name);
    meta.setAll((ObjectNode) Messages.value(members));
    project
        .script("prompts/" + name + ".sh", script)
        .file("prompts/" + name + ".meta.json", Json.text(meta));
  }

  static void add(ProjectFixture project, String name, String script) {
    add(project, name, "{}", script);
  }

  /** Params of prompts/get; arguments with ' for ". */
  static ObjectNode get(String name, String arguments) {
    ObjectNode params = Json.object().put("name", name);
    params.set("arguments", Messages.value(arguments));
    return params;
  }

  /** Ask for a prompt and wait until its script has said so many lines at the gate. */
  static Job begin(Rig rig, String prompt, int lines) {
    String token = rig.freshToken();
    long id = rig.client().send("prompts/get", get(prompt, "{'token':'" + token + "'}"));
    return rig.ready(new Job(id, token, List.of()), lines, McpClient.PATIENCE);
  }
}
