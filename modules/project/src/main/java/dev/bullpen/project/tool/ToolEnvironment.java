package dev.bullpen.project.tool;

import dev.bullpen.json.Json;
import dev.bullpen.project.script.ArgumentVariables;
import dev.bullpen.project.script.Payload;
import dev.bullpen.project.script.RemoteToken;
import dev.bullpen.project.script.RootVariables;
import dev.bullpen.project.script.ToolVariables;
import dev.bullpen.project.setting.NumberSetting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The complete environment of a tool's script, but for the places where it and the server exchange
 * files, which are known only when it starts.
 *
 * <p>A part of the server's environment ({@link ToolEnvironmentMode}), the contract of mcp-bash,
 * and the scalar arguments once more in plain variables, so that a script needs no JSON to be read.
 */
public final class ToolEnvironment {
  /** Characters; what mcp-bash hands over in a variable when nobody says otherwise. */
  static final int DEFAULT_THRESHOLD = 65_536;

  private final Map<String, String> env;
  private final Map<String, String> common;
  private final Optional<String> refusal;
  private final int threshold;
  private final RootVariables roots = new RootVariables();

  /**
   * Prepare for telling.
   *
   * @param refusal why no script may be started in this environment, if so
   */
  ToolEnvironment(Map<String, String> env, Map<String, String> common, Optional<String> refusal) {
    this.env = Map.copyOf(env);
    this.common = Map.copyOf(common);
    this.refusal = refusal;
    this.threshold = NumberSetting.ENV_PAYLOAD_THRESHOLD.of(env, DEFAULT_THRESHOLD);
  }

  /** What every run of every tool is told; the same map each time. */
  public Map<String, String> common() {
    return common;
  }

  /**
   * What one run is told beyond {@link #common}, or instead of it; the script inherits no further
   * variable.
   *
   * @throws ToolRejectedException if the operator asks for an environment that is not permitted
   */
  public ToolVariables of(Tool tool, ToolRequest request) throws ToolRejectedException {
    Payload payload = payload();
    payload.putAll(
        ArgumentVariables.of(request.arguments(), tool.definition().path("inputSchema")));
    payload.put("MCP_TOOL_NAME", tool.name());
    payload.put("MCP_TOOL_PATH", tool.script().toString());
    payload.json("MCP_TOOL_ARGS", "args.json", request.arguments());
    payload.json("MCP_TOOL_METADATA", "metadata.json", tool.metadataJson());
    tellRequest(payload, request.meta(), request.inputResponses(), request.requestState());
    tellToken(payload, request);
    payload.putAll(roots.of(request.roots()));
    tellWhatToAsk(payload, request.offers());
    return payload.variables();
  }

  /** Tell what the client can be asked for. */
  public static void tellWhatToAsk(Payload payload, List<String> offers) {
    payload.put("MCP_ELICIT_SUPPORTED", offers.contains("elicitation") ? "1" : "0");
    payload.put("MCP_SAMPLE_SUPPORTED", offers.contains("sampling") ? "1" : "0");
    payload.put("MCP_CLIENT_CAN", String.join(" ", offers));
  }

  /** Begin to tell a script, of a tool or another, something. */
  public Payload payload() throws ToolRejectedException {
    if (refusal.isPresent()) {
      throw new ToolRejectedException(refusal.get());
    }
    return new Payload(threshold);
  }

  /** Tell what came with a request, and in a further round the answers and what was left. */
  public void tellRequest(
      Payload payload,
      ObjectNode meta,
      Optional<ObjectNode> inputResponses,
      Optional<JsonNode> requestState) {
    payload.json("MCP_TOOL_META", "meta.json", withoutSecret(meta));
    if (inputResponses.isPresent()) {
      payload.json("MCP_INPUT_RESPONSES", "input-responses.json", inputResponses.get());
    }
    if (requestState.isPresent()) {
      payload.json("MCP_REQUEST_STATE", "request-state.json", requestState.get());
    }
  }

  /** What came with the request, but for the secret that let it in. */
  private ObjectNode withoutSecret(ObjectNode meta) {
    if (meta.isEmpty()) {
      return meta;
    }
    ObjectNode told = meta.deepCopy();
    told.properties()
        .removeIf(
            member ->
                member.getValue().isString()
                    && RemoteToken.isToldBy(member.getKey(), member.getValue().stringValue(), env));
    return told;
  }

  /** The token as text, and as the JSON that tells the string "7" from the number 7. */
  private static void tellToken(Payload payload, ToolRequest request) {
    payload.put("MCP_PROGRESS_TOKEN", request.progressToken().orElse(""));
    if (request.progressToken().isPresent()) {
      JsonNode token = request.meta().path("progressToken");
      payload.put(
          "MCP_PROGRESS_TOKEN_JSON",
          Json.text(
              token.isString() || token.isNumber()
                  ? token
                  : Json.object().stringNode(request.progressToken().get())));
    }
  }
}
