package dev.bullpen.helper.provider;

import dev.bullpen.api.Arguments;
import dev.bullpen.api.CompletionRequest;
import dev.bullpen.api.Job;
import dev.bullpen.api.PromptRequest;
import dev.bullpen.api.ResourceRequest;
import dev.bullpen.api.ToolRequest;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a job is told, as the requests that providers take. */
final class Requests {
  private Requests() {}

  static CompletionRequest completion(Told told, Job job) throws ScriptExit {
    Map<String, Object> request = told.object("MCP_COMPLETION_ARGS");
    Map<String, Object> argument = JsonIn.object(request.get("argument"));
    Map<String, Object> context = JsonIn.object(request.get("context"));
    return new CompletionRequest(
        told.text("MCP_COMPLETION_NAME"),
        JsonIn.text(argument, "name"),
        JsonIn.text(argument, "value"),
        texts(JsonIn.object(context.get("arguments"))),
        told.count("MCP_COMPLETION_OFFSET", 0),
        told.count("MCP_COMPLETION_LIMIT", Integer.MAX_VALUE),
        job);
  }

  static ToolRequest tool(Told told, Job job) throws ScriptExit {
    return new ToolRequest(
        told.text("MCP_TOOL_NAME"), Arguments.of(told.object("MCP_TOOL_ARGS")), job);
  }

  static PromptRequest prompt(Told told, Job job) throws ScriptExit {
    return new PromptRequest(
        told.text("MCP_PROMPT_NAME"), texts(told.object("MCP_PROMPT_ARGS")), job);
  }

  static ResourceRequest resource(String uri, Told told, Job job) throws ScriptExit {
    return new ResourceRequest(uri, texts(told.object("MCP_RESOURCE_TEMPLATE_VARS")), job);
  }

  /** Those of the members that are texts; the contract has no others here. */
  private static Map<String, String> texts(Map<String, Object> object) {
    if (object.isEmpty()) {
      return Map.of();
    }
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, Object> member : object.entrySet()) {
      if (member.getValue() instanceof String text) {
        texts.put(member.getKey(), text);
      }
    }
    return texts;
  }
}
