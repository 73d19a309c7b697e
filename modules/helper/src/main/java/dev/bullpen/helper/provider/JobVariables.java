package dev.bullpen.helper.provider;

import dev.bullpen.api.Arguments;
import dev.bullpen.api.CompletionRequest;
import dev.bullpen.api.Job;
import dev.bullpen.api.PromptRequest;
import dev.bullpen.api.ResourceRequest;
import dev.bullpen.api.ToolRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a job is told, in the variables that a script would be given. */
final class JobVariables {
  private final Map<String, String> variables;

  JobVariables(Map<String, String> variables) {
    this.variables = Collections.unmodifiableMap(variables);
  }

  Map<String, String> variables() {
    return variables;
  }

  String text(String name) {
    return variables.getOrDefault(name, "");
  }

  boolean has(String name) {
    return !text(name).isEmpty();
  }

  int count(String name, int otherwise) {
    String digits = text(name);
    try {
      return digits.isEmpty() ? otherwise : Math.max(0, Integer.parseInt(digits));
    } catch (NumberFormatException e) {
      return otherwise; // as good as not told
    }
  }

  /**
   * The object in {@code NAME_JSON}, or in the file that {@code NAME_FILE} names if that is empty;
   * an empty one if neither is told.
   *
   * @throws ScriptExit if it is not JSON, or cannot be read
   */
  Map<String, Object> object(String name) throws ScriptExit {
    return JsonIn.object(json(name));
  }

  @Nullable Object json(String name) throws ScriptExit {
    String variable = name + "_JSON";
    String text = text(variable);
    if (text.isEmpty()) {
      variable = name + "_FILE";
      if (!has(variable)) {
        return null;
      }
      text = content(variable);
    }
    try {
      return JsonIn.read(text);
    } catch (JsonIn.NotJsonException e) {
      throw new ScriptExit("%s is not JSON: %s".formatted(variable, e.getMessage()));
    }
  }

  private String content(String variable) throws ScriptExit {
    try {
      return Files.readString(Path.of(text(variable)));
    } catch (IOException e) {
      throw new ScriptExit("the file of %s cannot be read: %s".formatted(variable, e));
    }
  }

  CompletionRequest completion(Job job) throws ScriptExit {
    Map<String, Object> request = object("MCP_COMPLETION_ARGS");
    Map<String, Object> argument = JsonIn.object(request.get("argument"));
    Map<String, Object> context = JsonIn.object(request.get("context"));
    return new CompletionRequest(
        text("MCP_COMPLETION_NAME"),
        JsonIn.text(argument, "name"),
        JsonIn.text(argument, "value"),
        texts(JsonIn.object(context.get("arguments"))),
        count("MCP_COMPLETION_OFFSET", 0),
        count("MCP_COMPLETION_LIMIT", Integer.MAX_VALUE),
        job);
  }

  ToolRequest tool(Job job) throws ScriptExit {
    return new ToolRequest(text("MCP_TOOL_NAME"), Arguments.of(object("MCP_TOOL_ARGS")), job);
  }

  PromptRequest prompt(Job job) throws ScriptExit {
    return new PromptRequest(text("MCP_PROMPT_NAME"), texts(object("MCP_PROMPT_ARGS")), job);
  }

  ResourceRequest resource(String uri, Job job) throws ScriptExit {
    return new ResourceRequest(uri, texts(object("MCP_RESOURCE_TEMPLATE_VARS")), job);
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
