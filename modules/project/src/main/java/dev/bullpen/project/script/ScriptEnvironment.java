package dev.bullpen.project.script;

import dev.bullpen.json.Json;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SearchPath;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.metadata.ServerIdentity;
import dev.bullpen.project.setting.OperatorSettings.NumberSetting;
import dev.bullpen.project.setting.OperatorSettings.SwitchSetting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * The environment that all scripts of a kind share: the host's part ({@link HostEnvironment}), and
 * variables of the project and the framework. {@link RequestVariables} are added to it. Nothing
 * else is inherited.
 */
public final class ScriptEnvironment {
  /** The version of mcp-bash whose contract scripts find here. */
  public static final String FRAMEWORK_VERSION = "1.6.0";

  private static final String ROOTS = "MCP_RESOURCES_ROOTS";

  /** Variables with credentials and certificates for git and TLS. */
  private static final Map<String, List<String>> OF_PROVIDER =
      Map.of(
          "git", List.of("SSH_AUTH_SOCK", "GIT_SSH_COMMAND", "GIT_ASKPASS"),
          "https", List.of("SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"),
          "ui", List.of("MCPBASH_STATE_DIR", "MCPBASH_REGISTRY_DIR", "MCPBASH_UI_DIR"));

  private final Map<String, String> env;
  private final Layout layout;
  private final Optional<JsonTool> jsonTool;
  private final Map<String, String> tool;
  private final Map<String, String> provider;
  private final Map<String, String> completion;
  private final int payloadThreshold;

  /**
   * @param env of the server, with the declarations in its metadata
   * @param path the search path for the JSON program of scripts
   */
  public ScriptEnvironment(
      Map<String, String> env, Layout layout, SearchPath path, ServerIdentity identity) {
    this.env = Map.copyOf(env);
    this.layout = layout;
    this.jsonTool = JsonTool.find(env, path);
    this.provider = HostEnvironment.PROVIDER.visible(env);
    this.tool = tool(HostEnvironment.TOOL.visible(env), identity);
    this.completion = completion();
    this.payloadThreshold = NumberSetting.ENV_PAYLOAD_THRESHOLD.inForce(env);
  }

  RequestVariables begin() throws RefusedException {
    Optional<String> refusal = HostEnvironment.TOOL.refusal(env);
    if (refusal.isPresent()) {
      throw RefusedException.failed(refusal.get(), refusal.get());
    }
    return new RequestVariables(payloadThreshold);
  }

  Map<String, String> own(OwnVariables variables) {
    Map<String, String> own = new TreeMap<>();
    for (OwnVariables.Variable variable : variables.all()) {
      HostEnvironment.own(variable.name(), env).ifPresent(it -> own.put(variable.name(), it));
    }
    return own;
  }

  /**
   * Why a tool cannot be started: a sentence for the client, without values; empty if the server
   * has everything that the tool needs.
   */
  public Optional<String> missing(String tool, OwnVariables variables) {
    Map<String, String> own = own(variables);
    List<String> missing =
        variables.all().stream()
            .filter(variable -> variable.isRequired() && !own.containsKey(variable.name()))
            .map(OwnVariables.Variable::name)
            .toList();
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "The tool %s needs the environment variable%s %s, which this server %s."
            .formatted(
                tool,
                missing.size() == 1 ? "" : "s",
                String.join(", ", missing),
                SwitchSetting.IGNORE_META_ENV.isOn(env)
                    ? "does not pass on, because MCPBASH_IGNORE_META_ENV is on. Switch it off"
                    : "does not have. Set it where the server is started"));
  }

  /** The metadata of a request without the secret that authenticated it. */
  ObjectNode withoutSecret(ObjectNode meta) {
    ObjectNode shown = meta.deepCopy();
    shown
        .properties()
        .removeIf(
            member ->
                member.getValue().isString()
                    && RemoteToken.isRevealedBy(
                        member.getKey(), member.getValue().stringValue(), env));
    return shown;
  }

  private Map<String, String> tool(Map<String, String> visible, ServerIdentity identity) {
    Map<String, String> all = new TreeMap<>(visible);
    all.putIfAbsent("PATH", "/usr/bin:/bin");
    all.putIfAbsent("HOME", layout.root().path().toString());
    all.putIfAbsent("TMPDIR", "/tmp");
    all.putIfAbsent("LANG", "C");
    putIdentity(all, "NAME", identity.name());
    putIdentity(all, "VERSION", identity.version());
    putIdentity(all, "TITLE", identity.title());
    putIdentity(all, "DESCRIPTION", identity.description().orElse(""));
    putIdentity(all, "WEBSITE_URL", identity.websiteUrl().orElse(""));
    putIdentity(all, "ICONS", identity.icons().map(Json::text).orElse(""));
    putIdentity(all, "INSTRUCTIONS", identity.instructions().orElse(""));
    putShared(all);
    all.put("MCPBASH_FRAMEWORK_VERSION", FRAMEWORK_VERSION);
    all.put("MCPBASH_TRANSPORT", "stdio");
    all.put("MCPBASH_TRANSPORT_STDIO", "true");
    return Map.copyOf(all);
  }

  /** Empty if it is too long: a script can do without it, but could not be started with it. */
  private static void putIdentity(Map<String, String> all, String part, String value) {
    String name = "MCPBASH_SERVER_" + part;
    boolean fits = RequestVariables.isCarriable(value) && RequestVariables.fits(name, value);
    all.put(name, fits ? value : "");
  }

  private void putShared(Map<String, String> all) {
    all.put("MCP_SDK", sdk());
    putOfAll(all);
  }

  private void putOfAll(Map<String, String> all) {
    all.put("MCPBASH_PROJECT_ROOT", layout.root().path().toString());
    all.put("MCPBASH_MODE", jsonTool.isPresent() ? "full" : "minimal");
    JsonTool.put(jsonTool, all);
  }

  private String sdk() {
    return layout.home().resolve("sdk").toString();
  }

  private void putFolders(Map<String, String> all) {
    all.put("MCPBASH_PROMPTS_DIR", layout.prompts().path().toString());
    all.put("MCPBASH_RESOURCES_DIR", layout.resources().path().toString());
    all.put("MCPBASH_PROVIDERS_DIR", layout.providers().toString());
  }

  /** For tools, and for prompts that are scripts; the same map each time. */
  public Map<String, String> ofTool() {
    return tool;
  }

  /** For {@code policy.sh}: the server's own environment, because its rules may depend on it. */
  public Map<String, String> ofPolicy() {
    Map<String, String> all = HostEnvironment.all(env);
    all.putIfAbsent("PATH", "/usr/bin:/bin");
    all.put("MCPBASH_HOME", layout.home().toString());
    putShared(all);
    return Map.copyOf(all);
  }

  /** For {@code register.sh}: that of the policy, with the locations of all parts. */
  public Map<String, String> ofHook(Path registry) {
    Map<String, String> all = new TreeMap<>(ofPolicy());
    all.put("MCPBASH_TOOLS_DIR", layout.tools().path().toString());
    putFolders(all);
    all.put("MCPBASH_SERVER_DIR", layout.server().path().toString());
    all.put("MCPBASH_REGISTRY_DIR", registry.toString());
    return Map.copyOf(all);
  }

  /** For completions; the same map each time. */
  public Map<String, String> ofCompletion() {
    return completion;
  }

  /**
   * There are no progress and log streams and no progress token. The cancel file never appears,
   * because a cancelled script is killed.
   */
  private Map<String, String> completion() {
    Map<String, String> all = ofProviders();
    all.putIfAbsent(ROOTS, layout.resources().path().toString());
    all.put("MCP_SDK", sdk());
    all.put("MCP_PROGRESS_STREAM", "/dev/null");
    all.put("MCP_LOG_STREAM", "/dev/null");
    all.put("MCP_PROGRESS_TOKEN", "");
    // No file can exist below a device, so a script that polls for it never finds it.
    all.put("MCP_CANCEL_FILE", "/dev/null/cancelled");
    return Map.copyOf(all);
  }

  /** For a provider of resources; some providers get additional variables. */
  public Map<String, String> ofProvider(String name) {
    Map<String, String> all = ofProviders();
    if (all.getOrDefault(ROOTS, "").isEmpty()) {
      all.put(ROOTS, layout.resources().path().toString());
    }
    for (String variable : OF_PROVIDER.getOrDefault(name, List.of())) {
      String value = env.get(variable);
      if (value != null && !RemoteToken.isRevealedBy(variable, value, env)) {
        all.put(variable, value);
      }
    }
    if (name.equals("ui")) {
      all.put("MCPBASH_TOOLS_DIR", layout.tools().path().toString());
    }
    return all;
  }

  private Map<String, String> ofProviders() {
    Map<String, String> all = new TreeMap<>(provider);
    all.put("MCPBASH_HOME", layout.home().toString());
    putOfAll(all);
    putFolders(all);
    return all;
  }

  /** The JSON program for scripts, {@code jq} or {@code gojq}, by its absolute path. */
  record JsonTool(String name, Path path) {
    private static final String VARIABLE = "MCPBASH_JSON_TOOL";
    private static final String PATH_VARIABLE = "MCPBASH_JSON_TOOL_BIN";
    private static final List<String> NAMES = List.of("jq", "gojq");

    /**
     * Finds the program. {@code MCPBASH_JSON_TOOL} is a preference; {@code none}, or {@code
     * MCPBASH_FORCE_MINIMAL=true}, means no program. {@code MCPBASH_JSON_TOOL_BIN} is the path of
     * the program; for root it needs {@code MCPBASH_ALLOW_JSON_TOOL_OVERRIDE_FOR_ROOT=true}.
     */
    static Optional<JsonTool> find(Map<String, String> env, SearchPath path) {
      String wanted = env.getOrDefault(VARIABLE, "");
      if (wanted.equals("none") || SwitchSetting.FORCE_MINIMAL.isOn(env)) {
        return Optional.empty();
      }
      return named(env, wanted)
          .or(() -> NAMES.contains(wanted) ? found(wanted, path) : Optional.empty())
          .or(() -> NAMES.stream().flatMap(name -> found(name, path).stream()).findFirst());
    }

    private static Optional<JsonTool> found(String name, SearchPath path) {
      return path.find(name).map(bin -> new JsonTool(name, bin));
    }

    static void put(Optional<JsonTool> tool, Map<String, String> variables) {
      variables.remove(VARIABLE);
      variables.remove(PATH_VARIABLE);
      tool.ifPresent(
          found -> {
            variables.put(VARIABLE, found.name());
            variables.put(PATH_VARIABLE, found.path().toString());
          });
    }

    private static Optional<JsonTool> named(Map<String, String> env, String wanted) {
      String bin = env.getOrDefault(PATH_VARIABLE, "");
      boolean allowed = !Self.isRoot() || SwitchSetting.ALLOW_JSON_TOOL_OVERRIDE_FOR_ROOT.isOn(env);
      if (bin.isEmpty() || !allowed) {
        return Optional.empty();
      }
      Path path = Path.of(bin);
      if (!path.isAbsolute() || !Files.isRegularFile(path) || !Files.isExecutable(path)) {
        return Optional.empty();
      }
      String inferred = path.getFileName().toString().contains("gojq") ? "gojq" : "jq";
      return Optional.of(new JsonTool(NAMES.contains(wanted) ? wanted : inferred, path));
    }
  }
}
