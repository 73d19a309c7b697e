package dev.bullpen.launcher.bundle;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.Project;
import dev.bullpen.project.metadata.ServerIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The {@code manifest.json} of a bundle (MCPB manifest, version 0.3). Precedence: (1) the command
 * line, (2) {@code mcpb.conf}, (3) {@code server.meta.json}.
 *
 * @param meta the project's {@code server.meta.json}
 */
record Manifest(Project project, BundleSettings settings, ObjectNode meta) {
  private static final List<String> PASSED_ON =
      List.of("icons", "screenshots", "localization", "_meta");

  private static final List<String> TEXTS =
      List.of("license", "homepage", "documentation", "support");

  /** Reads the project's metadata. */
  static Manifest of(Project project, BundleSettings settings) throws IOException, JsonException {
    Path file = project.serverFile(ServerIdentity.METADATA);
    JsonNode meta = Files.exists(file) ? Json.parse(Files.readString(file)) : Json.object();
    return new Manifest(
        project, settings, meta instanceof ObjectNode object ? object : Json.object());
  }

  String name(Optional<String> given) {
    return given.or(() -> settings.of("NAME")).orElse(project.identity().name());
  }

  String version(Optional<String> given) {
    return given.or(() -> settings.of("VERSION")).orElse(project.identity().version());
  }

  /** The publisher, whose name a client shows. */
  Optional<ObjectNode> author() {
    JsonNode own = meta.path("author");
    Optional<String> name =
        settings
            .of("AUTHOR_NAME")
            .or(() -> own.path("name").stringValueOpt())
            .or(own::stringValueOpt);
    return name.map(
        said -> {
          ObjectNode author = Json.object().put("name", said);
          for (String member : List.of("email", "url")) {
            settings
                .of("AUTHOR_" + member.toUpperCase(Locale.ROOT))
                .or(() -> own.path(member).stringValueOpt())
                .ifPresent(value -> author.put(member, value));
          }
          return author;
        });
  }

  /**
   * The whole manifest.
   *
   * @param isStatic whether the bundle's registry is served as it is
   * @throws IOException with a sentence if parts of it contradict each other
   */
  ObjectNode json(String name, String version, List<String> platforms, boolean isStatic)
      throws IOException, JsonException {
    ServerIdentity identity = project.identity();
    ObjectNode json = Json.object().put("manifest_version", "0.3");
    json.put("name", name).put("version", version).put("display_name", identity.title());
    json.put(
        "description",
        settings
            .of("DESCRIPTION")
            .or(identity::description)
            .orElse("An MCP server of " + identity.title()));
    Optional<String> longer =
        settings
            .of("LONG_DESCRIPTION_FILE")
            .or(() -> meta.path("long_description_file").stringValueOpt());
    if (longer.isPresent()) {
      json.put("long_description", new Inside(project.root()).text(longer.get()));
    }
    json.set("author", author().orElseGet(() -> Json.object().put("name", "unknown")));
    settings
        .of("REPOSITORY")
        .or(() -> meta.path("repository").stringValueOpt())
        .ifPresent(url -> json.putObject("repository").put("type", "git").put("url", url));
    for (String text : TEXTS) {
      settings
          .of(text.toUpperCase(Locale.ROOT))
          .or(() -> meta.path(text).stringValueOpt())
          .ifPresent(value -> json.put(text, value));
    }
    list("KEYWORDS", "keywords", json);
    list("PRIVACY_POLICIES", "privacy_policies", json);
    PASSED_ON.stream().filter(meta::has).forEach(member -> json.set(member, meta.path(member)));
    tools(json);
    json.set("server", server(isStatic));
    userConfig(json);
    ObjectNode compatibility = json.putObject("compatibility");
    ArrayNode on = compatibility.putArray("platforms");
    platforms.forEach(on::add);
    settings
        .of("COMPAT_CLAUDE_DESKTOP")
        .ifPresent(range -> compatibility.put("claude_desktop", range));
    for (String runtime : List.of("python", "node")) {
      settings
          .of("RUNTIME_" + runtime.toUpperCase(Locale.ROOT))
          .ifPresent(range -> compatibility.withObjectProperty("runtimes").put(runtime, range));
    }
    return json;
  }

  private void list(String setting, String member, ObjectNode json) {
    List<String> words = settings.list(setting);
    if (!words.isEmpty()) {
      ArrayNode array = json.putArray(member);
      words.forEach(array::add);
    } else if (meta.path(member).isArray()) {
      json.set(member, meta.path(member));
    }
  }

  private void tools(ObjectNode json) {
    ArrayNode tools = Json.array();
    project
        .catalog()
        .tools()
        .forEach(
            tool ->
                tools
                    .addObject()
                    .put("name", tool.name())
                    .put("description", tool.definition().path("description").stringValue("")));
    if (!tools.isEmpty()) {
      json.set("tools", tools);
      json.put("tools_generated", true);
    }
    if (!project.catalog().prompts().isEmpty()) {
      json.put("prompts_generated", true);
    }
  }

  private ObjectNode server(boolean isStatic) {
    ObjectNode server =
        Json.object().put("type", "binary").put("entry_point", "server/" + Runtime.WRAPPER);
    ObjectNode start = server.putObject("mcp_config");
    start.put("command", "${__dirname}/server/" + Runtime.WRAPPER).putArray("args");
    ObjectNode environment = start.putObject("env");
    environment.put("MCPBASH_PROJECT_ROOT", "${__dirname}/server");
    environment.put("MCPBASH_TOOL_ALLOWLIST", "*");
    if (isStatic) {
      environment.put("MCPBASH_STATIC_REGISTRY", "1");
    }
    if (meta.path("platform_overrides").isObject()) {
      start.set("platform_overrides", meta.path("platform_overrides"));
    }
    return server;
  }

  /** The values that the client asks its user for, and the variables that get them. */
  private void userConfig(ObjectNode json) throws IOException, JsonException {
    Optional<String> file = settings.of("USER_CONFIG_FILE");
    JsonNode asked =
        file.isPresent()
            ? Json.parse(new Inside(project.root()).text(file.get()))
            : meta.path("user_config");
    if (asked.isObject()) {
      json.set("user_config", asked);
    }
    ObjectNode environment = (ObjectNode) json.at("/server/mcp_config/env");
    for (Map.Entry<String, String> entry : variables().entrySet()) {
      if (!asked.has(entry.getKey()) || !entry.getValue().matches("[A-Za-z_][A-Za-z0-9_]*")) {
        throw new IOException(
            "the user_config_env_map has %s=%s, but %s is no key of user_config, or %s is no name of a variable. Correct one of them."
                .formatted(entry.getKey(), entry.getValue(), entry.getKey(), entry.getValue()));
      }
      environment.put(entry.getValue(), "${user_config.%s}".formatted(entry.getKey()));
    }
  }

  private Map<String, String> variables() {
    Map<String, String> variables = new LinkedHashMap<>();
    meta.path("user_config_env_map")
        .properties()
        .forEach(entry -> variables.put(entry.getKey(), entry.getValue().stringValue("")));
    for (String entry : settings.list("USER_CONFIG_ENV_MAP")) {
      int equals = entry.indexOf('=');
      variables.put(
          equals < 0 ? entry : entry.substring(0, equals),
          equals < 0 ? "" : entry.substring(equals + 1));
    }
    return variables;
  }
}
