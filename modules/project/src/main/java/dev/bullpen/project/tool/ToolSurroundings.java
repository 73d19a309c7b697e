package dev.bullpen.project.tool;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.ServerIdentity;
import dev.bullpen.project.script.EnvironmentValue;
import dev.bullpen.project.script.JsonTool;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What all tools of a project are told: where they are, whose they are, and what they may use. */
public final class ToolSurroundings {
  /** The version of mcp-bash whose contract scripts find here. */
  public static final String FRAMEWORK_VERSION = "1.6.0";

  private final Map<String, String> env;
  private final Layout layout;
  private final Optional<JsonTool> jsonTool;

  public ToolSurroundings(Map<String, String> env, Layout layout, Optional<JsonTool> jsonTool) {
    this.env = env;
    this.layout = layout;
    this.jsonTool = jsonTool;
  }

  /** The environment of tools. */
  public ToolEnvironment environment(ServerIdentity identity, Consumer<String> warnings) {
    ToolEnvironmentMode mode = ToolEnvironmentMode.of(env);
    String named = env.getOrDefault("MCPBASH_TOOL_ENV_MODE", "");
    if (!Set.of("", "minimal", "allowlist", "inherit").contains(named)) {
      warnings.accept(
          "MCPBASH_TOOL_ENV_MODE=%s is unknown, minimal is used. Set minimal, allowlist or inherit."
              .formatted(EscapedBytes.of(named)));
    }
    Optional<String> refusal = Optional.empty();
    if (!mode.isPermitted(env)) {
      warnings.accept(ToolEnvironmentMode.NOT_PERMITTED);
      refusal = Optional.of(ToolEnvironmentMode.NOT_PERMITTED);
      mode = ToolEnvironmentMode.MINIMAL;
    }
    Map<String, String> common = new TreeMap<>(mode.visible(env));
    common.putIfAbsent("PATH", "/usr/bin:/bin");
    common.putIfAbsent("HOME", layout.root().path().toString());
    common.putIfAbsent("TMPDIR", "/tmp");
    common.putIfAbsent("LANG", "C");
    describe(identity, common);
    putShared(common);
    common.put("MCPBASH_FRAMEWORK_VERSION", FRAMEWORK_VERSION);
    common.put("MCPBASH_TRANSPORT", "stdio");
    common.put("MCPBASH_TRANSPORT_STDIO", "true");
    return new ToolEnvironment(env, common, refusal);
  }

  /** The environment of {@code policy.sh}: the server's own, which its rules may depend on. */
  public Map<String, String> ofPolicy() {
    Map<String, String> all = ToolEnvironmentMode.INHERIT.visible(env);
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
}
