package dev.bullpen.launcher.config;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.CalledAs;
import dev.bullpen.launcher.Choice;
import dev.bullpen.launcher.Given;
import dev.bullpen.launcher.UsageException;
import java.nio.file.Path;
import java.util.Arrays;
import tools.jackson.databind.node.ObjectNode;

/** A client, and the form of its configuration, as its documentation describes it. */
enum Client {
  CLAUDE_DESKTOP("claude-desktop", "Claude Desktop", "mcpServers", "", claudeDesktop()) {
    /** Claude Desktop only starts programs, so mcp-remote translates to HTTP. */
    @Override
    ObjectNode reached(ServerEntry server, String url) {
      ObjectNode entry = Json.object().put("command", "npx");
      entry
          .putArray("args")
          .add("-y")
          .add("mcp-remote")
          .add(url)
          .add("--header")
          .add("Authorization:${AUTHORIZATION}");
      entry.putObject("env").put("AUTHORIZATION", ServerEntry.TOKEN);
      return entry;
    }
  },
  CLAUDE_CODE("claude-code", "Claude Code", "mcpServers", "http", ".mcp.json"),
  CURSOR("cursor", "Cursor", "mcpServers", "", "~/.cursor/mcp.json"),
  VSCODE("vscode", "VS Code", "servers", "http", ".vscode/mcp.json"),
  WINDSURF("windsurf", "Windsurf", "mcpServers", "", "~/.codeium/windsurf/mcp_config.json") {
    @Override
    ObjectNode reached(ServerEntry server, String url) {
      return server.reached("serverUrl", url);
    }
  },
  ZED("zed", "Zed", "context_servers", "", "~/.config/zed/settings.json"),
  LIBRECHAT("librechat", "LibreChat", "mcpServers", "streamable-http", "librechat.yaml"),
  CODEX("codex", "Codex", "mcp_servers", "", "~/.codex/config.toml") {
    @Override
    ObjectNode reached(ServerEntry server, String url) {
      return Json.object().put("url", url).put("bearer_token_env_var", "MCP_BEARER_TOKEN");
    }
  },
  GOOSE("goose", "Goose", "extensions", "", "~/.config/goose/config.yaml") {
    private static final int TIMEOUT_SECONDS = 300;

    @Override
    ObjectNode started(ServerEntry server) {
      ObjectNode entry = common(server, "stdio").put("cmd", server.command());
      entry.putArray("args");
      return entry.set("envs", server.environment());
    }

    @Override
    ObjectNode reached(ServerEntry server, String url) {
      return common(server, "streamable_http").setAll(server.reached("uri", url));
    }

    private static ObjectNode common(ServerEntry server, String type) {
      return Json.object()
          .put("name", server.name())
          .put("enabled", true)
          .put("timeout", TIMEOUT_SECONDS)
          .put("type", type);
    }
  };

  /** mcp-bash's name for {@link #CLAUDE_CODE}. */
  private static final String CLAUDE_CLI = "claude-cli";

  private static final String OF_HOME = "~/";

  final String word;
  final String title;
  final String member;
  private final String httpType;
  private final String file;

  /**
   * @param member the member of the configuration that holds the servers
   * @param httpType the member {@code type} of a server over HTTP; empty if entries have no type
   * @param file the configuration file; its name ends with its format
   */
  Client(String word, String title, String member, String httpType, String file) {
    this.word = word;
    this.title = title;
    this.member = member;
    this.httpType = httpType;
    this.file = file;
  }

  private static String claudeDesktop() {
    return System.getProperty("os.name", "").startsWith("Mac")
        ? "~/Library/Application Support/Claude/claude_desktop_config.json"
        : "~/.config/Claude/claude_desktop_config.json";
  }

  static Choice words() {
    return Choice.of(Arrays.stream(values()).map(client -> client.word).toList());
  }

  static Client of(String word) throws UsageException {
    String own = word.equals(CLAUDE_CLI) ? CLAUDE_CODE.word : word;
    return values()[words().words().indexOf(new Given(ConfigCommand.CLIENT, own).oneOf(words()))];
  }

  final ObjectNode entry(ServerEntry server) {
    return server.url().isPresent() ? reached(server, server.url().get()) : started(server);
  }

  /** The entry of a server that the client starts. */
  ObjectNode started(ServerEntry server) {
    return typed("stdio").setAll(server.started());
  }

  /** The entry of a server that runs already. */
  ObjectNode reached(ServerEntry server, String url) {
    return typed(httpType).setAll(server.reached("url", url));
  }

  private ObjectNode typed(String type) {
    return httpType.isEmpty() ? Json.object() : Json.object().put("type", type);
  }

  boolean isJson() {
    return file.endsWith(".json");
  }

  /** The configuration file, for people. */
  String place() {
    return file;
  }

  Path file(Path home, Path here) {
    return file.startsWith(OF_HOME)
        ? home.resolve(file.substring(OF_HOME.length()))
        : here.resolve(file);
  }

  /** A whole configuration with only this server. */
  String text(ServerEntry server) {
    ObjectNode entry = entry(server);
    if (file.endsWith(".toml")) {
      return Plain.toml(member, server.name(), entry);
    }
    // JSON is YAML too, and mcp-bash prints nothing else.
    return isJson() || CalledAs.current() == CalledAs.MCP_BASH
        ? Json.object().set(member, Json.object().set(server.name(), entry)).toPrettyString() + "\n"
        : Plain.yaml(member, server.name(), entry);
  }
}
