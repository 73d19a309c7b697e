package dev.bullpen.project.tool;

import dev.bullpen.json.Json;
import dev.bullpen.project.script.HostEnvironment;
import dev.bullpen.project.script.RemoteToken;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.Roots;
import dev.bullpen.project.script.ScriptEnvironment;
import dev.bullpen.project.script.UnusableScriptException;
import dev.bullpen.project.setting.NumberSetting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The environment of a tool's script, but for the places where it and the server exchange files,
 * which are known only when it starts: {@link ScriptEnvironment#ofTool}, the contract of mcp-bash,
 * and the scalar arguments once more in plain variables.
 */
public final class ToolEnvironment {
  /** Characters; what mcp-bash hands over in a variable when no setting says otherwise. */
  static final int DEFAULT_THRESHOLD = 65_536;

  /**
   * One {@code tools/call}, checked for its form, as far as a script is told of it.
   *
   * @param arguments as sent; an empty object if there were none
   * @param meta {@code params._meta} as sent, an empty object if there was none
   * @param progressToken the text of the token, if progress is wanted
   * @param roots where the client works
   * @param offers names of what the client can be asked for, as {@code elicitation.url}
   * @param inputResponses answers to what an earlier run of the script has asked
   * @param requestState what an earlier run of the script has left for this one
   */
  public record Request(
      ObjectNode arguments,
      ObjectNode meta,
      Optional<String> progressToken,
      Roots roots,
      List<String> offers,
      Optional<ObjectNode> inputResponses,
      Optional<JsonNode> requestState) {}

  private final Map<String, String> env;
  private final Map<String, String> common;

  /** Why no script may be started in this environment, if so. */
  private final Optional<String> refusal;

  private final int threshold;

  public ToolEnvironment(Map<String, String> env, ScriptEnvironment scripts) {
    this.env = Map.copyOf(env);
    this.common = scripts.ofTool();
    this.refusal = HostEnvironment.TOOL.refusal(env);
    this.threshold = NumberSetting.ENV_PAYLOAD_THRESHOLD.of(env, DEFAULT_THRESHOLD);
  }

  /** What every run of every tool has; the same map each time. */
  public Map<String, String> common() {
    return common;
  }

  /**
   * What one run has beyond {@link #common}, or instead of it.
   *
   * @throws UnusableScriptException if the operator asks for an environment that is not permitted
   */
  public RequestVariables of(Tool tool, Request request) throws UnusableScriptException {
    RequestVariables variables = begin();
    JsonNode properties = tool.definition().path("inputSchema").path("properties");
    variables.arguments(request.arguments(), properties.propertyNames());
    variables.put("MCP_TOOL_NAME", tool.name());
    variables.put("MCP_TOOL_PATH", tool.script().toString());
    variables.json("MCP_TOOL_ARGS", "args.json", request.arguments());
    variables.json("MCP_TOOL_METADATA", "metadata.json", tool.metadataJson());
    putRequest(variables, request.meta(), request.inputResponses(), request.requestState());
    putToken(variables, request);
    variables.roots(request.roots());
    variables.offers(request.offers());
    return variables;
  }

  /** Begin with what a request adds for a script, of a tool or a prompt. */
  public RequestVariables begin() throws UnusableScriptException {
    if (refusal.isPresent()) {
      throw new UnusableScriptException(refusal.get(), refusal.get(), false);
    }
    return new RequestVariables(threshold);
  }

  /** Add what came with a request, and in a further round the answers and what was left. */
  public void putRequest(
      RequestVariables variables,
      ObjectNode meta,
      Optional<ObjectNode> inputResponses,
      Optional<JsonNode> requestState) {
    variables.json("MCP_TOOL_META", "meta.json", withoutSecret(meta));
    inputResponses.ifPresent(
        all -> variables.json("MCP_INPUT_RESPONSES", "input-responses.json", all));
    requestState.ifPresent(
        state -> variables.json("MCP_REQUEST_STATE", "request-state.json", state));
  }

  /** What came with the request, but for the secret that let it in. */
  private ObjectNode withoutSecret(ObjectNode meta) {
    ObjectNode shown = meta.deepCopy();
    shown
        .properties()
        .removeIf(
            member ->
                member.getValue().isString()
                    && RemoteToken.isToldBy(member.getKey(), member.getValue().stringValue(), env));
    return shown;
  }

  /** The token as text, and as the JSON that tells the string "7" from the number 7. */
  private static void putToken(RequestVariables variables, Request request) {
    variables.put("MCP_PROGRESS_TOKEN", request.progressToken().orElse(""));
    if (request.progressToken().isPresent()) {
      JsonNode token = request.meta().path("progressToken");
      variables.put(
          "MCP_PROGRESS_TOKEN_JSON",
          Json.text(
              token.isString() || token.isNumber()
                  ? token
                  : Json.object().stringNode(request.progressToken().get())));
    }
  }
}
