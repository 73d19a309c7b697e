package dev.bullpen.project.completion;

import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionRequest.CompletionArguments;
import dev.bullpen.project.completion.Resolution.CompletionProvider;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.script.RequestVariables;
import java.util.HashMap;
import java.util.Map;

/**
 * The variables that one request adds to the environment of a completion script, in addition to
 * {@link dev.bullpen.project.script.ScriptEnvironment#ofCompletion}: those of mcp-bash (the request
 * as JSON, limit and offset), and the request again in plain variables.
 */
public final class CompletionEnvironment {
  private static final String ARGS_JSON = "MCP_COMPLETION_ARGS_JSON";
  private static final String CONTEXT = "MCP_COMPLETION_CONTEXT_";

  private CompletionEnvironment() {}

  public static Map<String, String> of(
      CompletionRequest request,
      CompletionArguments arguments,
      CompletionProvider provider,
      CompletionPosition position)
      throws RefusedException {
    if (!RequestVariables.fits(ARGS_JSON, arguments.json())) {
      throw RefusedException.invalid(
          "The argument and its context are too long together; send fewer resolved arguments");
    }
    Map<String, String> env = new HashMap<>(provider.environment());
    env.put("MCP_COMPLETION_NAME", provider.name());
    // Declared values that no variable can contain are set to the empty text.
    env.replaceAll((name, value) -> RequestVariables.isCarriable(value) ? value : "");
    env.put(ARGS_JSON, arguments.json());
    env.put("MCP_COMPLETION_ARGS_HASH", arguments.hash());
    env.put("MCP_COMPLETION_LIMIT", Integer.toString(request.limit().requested()));
    env.put("MCP_COMPLETION_OFFSET", Integer.toString(position.offset()));
    env.put("MCP_COMPLETION_CURSOR", position.scriptCursor().orElse(""));
    env.put("MCP_COMPLETION_REF_TYPE", request.ref().type());
    putCarriable(env, "MCP_COMPLETION_REF", request.ref().text(), "ref");
    putCarriable(env, "MCP_COMPLETION_ARGUMENT", request.argument(), "argument.name");
    putCarriable(env, "MCP_COMPLETION_QUERY", request.value(), "argument.value");
    for (Map.Entry<String, String> variable :
        RequestVariables.named(CONTEXT, request.context()).entrySet()) {
      putCarriable(env, variable.getKey(), variable.getValue(), "context.arguments");
    }
    return env;
  }

  private static void putCarriable(
      Map<String, String> env, String name, String value, String member) throws RefusedException {
    if (!RequestVariables.isCarriable(value)) {
      throw RefusedException.invalid(
          "%s has a character that no environment variable can have (NUL or half a surrogate pair)"
              .formatted(member));
    }
    env.put(name, value);
  }
}
