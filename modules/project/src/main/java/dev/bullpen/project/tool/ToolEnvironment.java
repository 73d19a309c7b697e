package dev.bullpen.project.tool;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.ServerIdentity;
import dev.bullpen.project.script.ArgumentVariables;
import dev.bullpen.project.script.EnvironmentValue;
import dev.bullpen.project.script.JsonTool;
import dev.bullpen.project.script.Payload;
import dev.bullpen.project.script.RemoteToken;
import dev.bullpen.project.script.RootVariables;
import dev.bullpen.project.script.ToolVariables;
import dev.bullpen.project.script.VisibleEnvironment;
import dev.bullpen.project.setting.NumberSetting;
import dev.bullpen.project.setting.SwitchSetting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
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

  /** The version of mcp-bash whose contract scripts find here. */
  public static final String FRAMEWORK_VERSION = "1.6.0";

  private final Map<String, String> env;
  private final Layout layout;
  private final Optional<JsonTool> jsonTool;
  private final Map<String, String> common;

  /** Why no script may be started in this environment, if so. */
  private final Optional<String> refusal;

  private final int threshold;
  private final RootVariables roots = new RootVariables();

  public ToolEnvironment(
      Map<String, String> env,
      Layout layout,
      Optional<JsonTool> jsonTool,
      ServerIdentity identity,
      Consumer<String> warnings) {
    this.env = Map.copyOf(env);
    this.layout = layout;
    this.jsonTool = jsonTool;
    this.threshold = NumberSetting.ENV_PAYLOAD_THRESHOLD.of(env, DEFAULT_THRESHOLD);
    Mode mode = Mode.of(env);
    String named = env.getOrDefault("MCPBASH_TOOL_ENV_MODE", "");
    if (!Set.of("", "minimal", "allowlist", "inherit").contains(named)) {
      warnings.accept(
          "MCPBASH_TOOL_ENV_MODE=%s is unknown, minimal is used. Set minimal, allowlist or inherit."
              .formatted(EscapedBytes.of(named)));
    }
    boolean isPermitted = mode.isPermitted(env);
    this.refusal = isPermitted ? Optional.empty() : Optional.of(Mode.NOT_PERMITTED);
    if (!isPermitted) {
      warnings.accept(Mode.NOT_PERMITTED);
      mode = Mode.MINIMAL;
    }
    Map<String, String> all = new TreeMap<>(mode.visible(env));
    all.putIfAbsent("PATH", "/usr/bin:/bin");
    all.putIfAbsent("HOME", layout.root().path().toString());
    all.putIfAbsent("TMPDIR", "/tmp");
    all.putIfAbsent("LANG", "C");
    describe(identity, all);
    putShared(all);
    all.put("MCPBASH_FRAMEWORK_VERSION", FRAMEWORK_VERSION);
    all.put("MCPBASH_TRANSPORT", "stdio");
    all.put("MCPBASH_TRANSPORT_STDIO", "true");
    this.common = Map.copyOf(all);
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

  /** The environment of {@code policy.sh}: the server's own, which its rules may depend on. */
  public Map<String, String> ofPolicy() {
    Map<String, String> all = Mode.INHERIT.visible(env);
    all.putIfAbsent("PATH", "/usr/bin:/bin");
    all.put("MCPBASH_HOME", layout.home().toString());
    putShared(all);
    return Map.copyOf(all);
  }

  /** The environment of {@code register.sh}: the same, and where everything is. */
  public Map<String, String> ofHook(Path registry) {
    Map<String, String> all = new TreeMap<>(ofPolicy());
    all.put("MCPBASH_TOOLS_DIR", layout.tools().path().toString());
    all.put("MCPBASH_PROMPTS_DIR", layout.prompts().path().toString());
    all.put("MCPBASH_RESOURCES_DIR", layout.resources().path().toString());
    all.put("MCPBASH_PROVIDERS_DIR", layout.providers().toString());
    all.put("MCPBASH_SERVER_DIR", layout.server().path().toString());
    all.put("MCPBASH_REGISTRY_DIR", registry.toString());
    return Map.copyOf(all);
  }

  private void putShared(Map<String, String> variables) {
    variables.put("MCP_SDK", layout.home().resolve("sdk").toString());
    variables.put("MCPBASH_PROJECT_ROOT", layout.root().path().toString());
    variables.put("MCPBASH_MODE", jsonTool.isPresent() ? "full" : "minimal");
    JsonTool.tell(jsonTool, variables);
  }

  private static void describe(ServerIdentity identity, Map<String, String> variables) {
    putServer(variables, "NAME", identity.name());
    putServer(variables, "VERSION", identity.version());
    putServer(variables, "TITLE", identity.title());
    putServer(variables, "DESCRIPTION", identity.description().orElse(""));
    putServer(variables, "WEBSITE_URL", identity.websiteUrl().orElse(""));
    putServer(variables, "ICONS", identity.icons().map(Json::text).orElse(""));
    putServer(variables, "INSTRUCTIONS", identity.instructions().orElse(""));
  }

  /** A script can do without, but could not even be started with what does not fit. */
  private static void putServer(Map<String, String> variables, String part, String value) {
    String name = "MCPBASH_SERVER_" + part;
    boolean tellable = EnvironmentValue.isCarriable(value) && EnvironmentValue.fits(name, value);
    variables.put(name, tellable ? value : "");
  }

  /**
   * How much of the server's own environment tools see: {@code MCPBASH_TOOL_ENV_MODE}; but see
   * {@link VisibleEnvironment} for what is kept back.
   */
  private enum Mode {
    /** {@code PATH, HOME, TMPDIR, LANG} and what belongs to the contract; the default. */
    MINIMAL,
    /** The names in {@code MCPBASH_TOOL_ENV_ALLOWLIST} as well. */
    ALLOWLIST,
    /** Everything, if {@code MCPBASH_TOOL_ENV_INHERIT_ALLOW=true} permits it. */
    INHERIT;

    /** Why a mode that is not permitted has no script run; fit for a client. */
    static final String NOT_PERMITTED =
        "Scripts are not run: MCPBASH_TOOL_ENV_MODE=inherit is not permitted."
            + " Set MCPBASH_TOOL_ENV_INHERIT_ALLOW=true to permit it, or use minimal or allowlist.";

    private static final VisibleEnvironment VISIBLE =
        new VisibleEnvironment(Set.of("PATH", "HOME", "TMPDIR", "LANG"), List.of("MCPBASH_"));

    /** The mode an environment asks for; what is no mode means the narrowest. */
    static Mode of(Map<String, String> env) {
      return switch (env.getOrDefault("MCPBASH_TOOL_ENV_MODE", "")) {
        case "allowlist" -> ALLOWLIST;
        case "inherit" -> INHERIT;
        default -> MINIMAL;
      };
    }

    boolean isPermitted(Map<String, String> env) {
      return this != INHERIT || SwitchSetting.TOOL_ENV_INHERIT_ALLOW.isOn(env);
    }

    /** The part of an environment that tools see. */
    Map<String, String> visible(Map<String, String> env) {
      Set<String> allowed =
          this == ALLOWLIST
              ? VisibleEnvironment.listed("MCPBASH_TOOL_ENV_ALLOWLIST", env)
              : Set.of();
      return VISIBLE.of(env, name -> this == INHERIT || allowed.contains(name));
    }
  }
}
