package dev.bullpen.helper.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.api.CompletionProvider;
import dev.bullpen.api.CompletionRequest;
import dev.bullpen.api.Prompt;
import dev.bullpen.api.PromptMessages;
import dev.bullpen.api.PromptRequest;
import dev.bullpen.api.ResourceContents;
import dev.bullpen.api.ResourceReader;
import dev.bullpen.api.ResourceRequest;
import dev.bullpen.api.Suggestions;
import dev.bullpen.api.Tool;
import dev.bullpen.api.ToolRequest;
import dev.bullpen.api.ToolResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Calls a provider that a test gives as a lambda, through a class as a project would have it. */
final class Rig {
  private static Tool tool;
  private static Prompt prompt;
  private static CompletionProvider completion;
  private static ResourceReader reader;

  /** All four at once. */
  static final class Everything implements CompletionProvider, Tool, Prompt, ResourceReader {
    @Override
    public Suggestions complete(CompletionRequest request) throws Exception {
      return completion.complete(request);
    }

    @Override
    public ToolResult call(ToolRequest request) throws Exception {
      return tool.call(request);
    }

    @Override
    public PromptMessages get(PromptRequest request) throws Exception {
      return prompt.get(request);
    }

    @Override
    public ResourceContents read(ResourceRequest request) throws Exception {
      return reader.read(request);
    }
  }

  private static final ProviderCall CALL = ProviderCall.of(Everything.class).orElseThrow();

  final Recorder ports = new Recorder();
  final Map<String, String> environment = new HashMap<>();

  Rig with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  String tool(Tool called) throws Exception {
    tool = called;
    environment.putIfAbsent("MCP_TOOL_NAME", "t");
    environment.putIfAbsent("MCP_TOOL_ARGS_JSON", "{}");
    return run(List.of());
  }

  String prompt(Prompt called) throws Exception {
    prompt = called;
    environment.putIfAbsent("MCP_PROMPT_NAME", "p");
    return run(List.of());
  }

  String completion(CompletionProvider called) throws Exception {
    completion = called;
    environment.putIfAbsent("MCP_COMPLETION_NAME", "c");
    return run(List.of());
  }

  byte[] resource(String uri, ResourceReader called) throws Exception {
    reader = called;
    return CALL.run(List.of(uri), environment, ports);
  }

  private String run(List<String> arguments) throws Exception {
    return new String(CALL.run(arguments, environment, ports), UTF_8);
  }
}
