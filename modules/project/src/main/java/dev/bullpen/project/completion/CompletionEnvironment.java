package dev.bullpen.project.completion;

import dev.bullpen.project.file.Layout;
import dev.bullpen.project.script.EnvironmentValue;
import dev.bullpen.project.script.JsonTool;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The complete environment of a completion script.
 *
 * <p>A curated part of the server's environment, the contract of mcp-bash (the request as JSON,
 * limit and offset, where things are), and the request once more in plain variables, so that a
 * script needs no JSON to be read. There are no progress and log streams and no progress token; the
 * cancel file never appears, because a cancelled script is killed.
 */
public final class CompletionEnvironment {
  private static final String ARGS_JSON = "MCP_COMPLETION_ARGS_JSON";

  private final Map<String, String> common;

  public CompletionEnvironment(
      Map<String, String> curated, Layout layout, Optional<JsonTool> jsonTool) {
    Map<String, String> env = new TreeMap<>(curated);
    env.put("MCPBASH_HOME", layout.home().toString());
    env.put("MCPBASH_PROJECT_ROOT", layout.root().path().toString());
    env.put("MCPBASH_PROMPTS_DIR", layout.prompts().path().toString());
    env.put("MCPBASH_RESOURCES_DIR", layout.resources().path().toString());
    env.put("MCPBASH_PROVIDERS_DIR", layout.providers().toString());
    env.putIfAbsent("MCP_RESOURCES_ROOTS", layout.resources().path().toString());
    JsonTool.tell(jsonTool, env);
    env.put("MCP_PROGRESS_STREAM", "/dev/null");
    env.put("MCP_LOG_STREAM", "/dev/null");
    env.put("MCP_PROGRESS_TOKEN", "");
    // Below a device there can be no file, so a script that polls for it never finds it.
    env.put("MCP_CANCEL_FILE", "/dev/null/cancelled");
    this.common = Map.copyOf(env);
  }

  /** What every run is told; the same map each time. */
  public Map<String, String> common() {
    return common;
  }

  /**
   * What one run is told beyond {@link #common}, or instead of it; the script inherits no further
   * variable.
   */
  public Map<String, String> of(
      CompletionRequest request,
      CompletionArguments arguments,
      CompletionProvider provider,
      CompletionPosition position)
      throws CompletionRejectedException {
    if (!EnvironmentValue.fits(ARGS_JSON, arguments.json())) {
      throw new CompletionRejectedException(
          "The argument and its context are too long together; send fewer resolved arguments");
    }
    Map<String, String> env = new HashMap<>(provider.environment());
    env.put("MCP_COMPLETION_NAME", provider.name());
    // What a declaration says and no script can be given is there and empty.
    env.replaceAll((name, value) -> EnvironmentValue.isCarriable(value) ? value : "");
    env.put(ARGS_JSON, arguments.json());
    env.put("MCP_COMPLETION_ARGS_HASH", arguments.hash());
    env.put("MCP_COMPLETION_LIMIT", Integer.toString(request.limit().told()));
    env.put("MCP_COMPLETION_OFFSET", Integer.toString(position.offset()));
    env.put("MCP_COMPLETION_CURSOR", position.scriptCursor().orElse(""));
    env.put("MCP_COMPLETION_REF_TYPE", request.ref().type());
    putCarriable(env, "MCP_COMPLETION_REF", request.ref().text(), "ref");
    putCarriable(env, "MCP_COMPLETION_ARGUMENT", request.argument(), "argument.name");
    putCarriable(env, "MCP_COMPLETION_QUERY", request.value(), "argument.value");
    for (Map.Entry<String, String> variable : ContextVariables.of(request.context()).entrySet()) {
      putCarriable(env, variable.getKey(), variable.getValue(), "context.arguments");
    }
    return env;
  }

  private static void putCarriable(
      Map<String, String> env, String name, String value, String member)
      throws CompletionRejectedException {
    if (!EnvironmentValue.isCarriable(value)) {
      throw new CompletionRejectedException(
          "%s holds a character no script can be given (NUL or half a surrogate pair)"
              .formatted(member));
    }
    env.put(name, value);
  }
}
