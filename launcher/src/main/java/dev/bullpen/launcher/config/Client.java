package dev.bullpen.launcher.config;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.CalledAs;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A client, and the form of its configuration; as its makers document it. */
enum Client {
  CLAUDE_DESKTOP("claude-desktop", "Claude Desktop", Form.JSON, "mcpServers") {
    /** It starts programs only, so one in between speaks HTTP. */
    @Override
    ObjectNode entry(ServerEntry server) {
      if (server.url().isEmpty()) {
        return server.started();
      }
      ObjectNode entry = Json.object().put("command", "npx");
      entry
          .putArray("args")
          .add("-y")
          .add("mcp-remote")
          .add(server.url().get())
          .add("--header")
          .add("Authorization:${AUTHORIZATION}");
      entry.putObject("env").put("AUTHORIZATION", ServerEntry.TOKEN);
      return entry;
    }

    @Override
    Optional<Path> file(Path home, Path here) {
      return Optional.of(
          home.resolve(
              System.getProperty("os.name", "").startsWith("Mac")
                  ? "Library/Application Support/Claude/claude_desktop_config.json"
                  : ".config/Claude/claude_desktop_config.json"));
    }
  },

  CLAUDE_CODE("claude-code", "Claude Code (.mcp.json in your project)", Form.JSON, "mcpServers") {
    @Override
    ObjectNode entry(ServerEntry server) {
      return typed(server, "stdio", "http");
    }

    @Override
    Optional<Path> file(Path home, Path here) {
      return Optional.of(here.resolve(".mcp.json"));
    }
  },

  CURSOR("cursor", "Cursor (~/.cursor/mcp.json)", Form.JSON, "mcpServers") {
    @Override
    ObjectNode entry(ServerEntry server) {
      return server.url().isEmpty() ? server.started() : server.reached("url");
    }

    @Override
    Optional<Path> file(Path home, Path here) {
      return Optional.of(home.resolve(".cursor/mcp.json"));
    }
  },

  VSCODE("vscode", "VS Code (.vscode/mcp.json in your workspace)", Form.JSON, "servers") {
    @Override
    ObjectNode entry(ServerEntry server) {
      return typed(server, "stdio", "http");
    }

    @Override
    Optional<Path> file(Path home, Path here) {
      return Optional.of(here.resolve(".vscode/mcp.json"));
    }
  },

  WINDSURF("windsurf", "Windsurf (~/.codeium/windsurf/mcp_config.json)", Form.JSON, "mcpServers") {
    @Override
    ObjectNode entry(ServerEntry server) {
      return server.url().isEmpty() ? server.started() : server.reached("serverUrl");
    }

    @Override
    Optional<Path> file(Path home, Path here) {
      return Optional.of(home.resolve(".codeium/windsurf/mcp_config.json"));
    }
  },

  ZED("zed", "Zed (~/.config/zed/settings.json)", Form.JSON, "context_servers") {
    @Override
    ObjectNode entry(ServerEntry server) {
      return server.url().isEmpty() ? server.started() : server.reached("url");
    }

    @Override
    Optional<Path> file(Path home, Path here) {
      return Optional.of(home.resolve(".config/zed/settings.json"));
    }
  },

  LIBRECHAT("librechat", "LibreChat (librechat.yaml)", Form.YAML, "mcpServers") {
    @Override
    ObjectNode entry(ServerEntry server) {
      return typed(server, "stdio", "streamable-http");
    }
  },

  CODEX("codex", "Codex (~/.codex/config.toml)", Form.TOML, "mcp_servers") {
    @Override
    ObjectNode entry(ServerEntry server) {
      return server.url().isEmpty()
          ? server.started()
          : Json.object()
              .put("url", server.url().get())
              .put("bearer_token_env_var", "MCP_BEARER_TOKEN");
    }
  },

  GOOSE("goose", "Goose (~/.config/goose/config.yaml)", Form.YAML, "extensions") {
    private static final int TIMEOUT_SECONDS = 300;

    @Override
    ObjectNode entry(ServerEntry server) {
      ObjectNode entry = Json.object().put("name", server.name()).put("enabled", true);
      if (server.url().isEmpty()) {
        entry.put("type", "stdio").put("cmd", server.command());
        entry.putArray("args");
        entry.set("envs", server.environment());
      } else {
        entry.put("type", "streamable_http").setAll(server.reached("uri"));
      }
      return entry.put("timeout", TIMEOUT_SECONDS);
    }
  };

  /** The language of a configuration. */
  enum Form {
    JSON,
    YAML,
    TOML
  }

  /** How mcp-bash calls one of them. */
  private static final String CLAUDE_CLI = "claude-cli";

  final String word;
  final String title;
  final Form form;
  final String member;

  /**
   * @param member under which servers stand
   */
  Client(String word, String title, Form form, String member) {
    this.word = word;
    this.title = title;
    this.form = form;
    this.member = member;
  }

  abstract ObjectNode entry(ServerEntry server);

  /** The file that can be written; empty if its language is not JSON. */
  Optional<Path> file(Path home, Path here) {
    return Optional.empty();
  }

  private static ObjectNode typed(ServerEntry server, String started, String reached) {
    ObjectNode entry = Json.object();
    return server.url().isEmpty()
        ? entry.put("type", started).setAll(server.started())
        : entry.put("type", reached).setAll(server.reached("url"));
  }

  static List<String> words() {
    return Arrays.stream(values()).map(client -> client.word).toList();
  }

  static Optional<Client> of(String word) {
    String own = word.equals(CLAUDE_CLI) ? CLAUDE_CODE.word : word;
    return Arrays.stream(values()).filter(client -> client.word.equals(own)).findFirst();
  }

  private String json(String name, ObjectNode entry) {
    return Json.object().set(member, Json.object().set(name, entry)).toPrettyString() + "\n";
  }

  /** The whole of a configuration with this server alone. */
  String text(ServerEntry server) {
    ObjectNode entry = entry(server);
    return switch (form) {
      case JSON -> json(server.name(), entry);
      // JSON is YAML too, and mcp-bash prints nothing else.
      case YAML ->
          CalledAs.current() == CalledAs.MCP_BASH
              ? json(server.name(), entry)
              : Plain.yaml(member, server.name(), entry);
      case TOML -> Plain.toml(member, server.name(), entry);
    };
  }
}
