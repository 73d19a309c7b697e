package dev.bullpen.acceptance.clients;

import dev.bullpen.acceptance.http.TokenFile;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A server with something of each kind, for clients that have its token. */
record ServedSite(HttpRig rig) implements AutoCloseable {
  static final String TOKEN = "t".repeat(40);
  static final String RESOURCE = "test://text";

  private static final String HELLO =
      ToolScripts.SAY
          + "[ -z \"$MCP_PROGRESS_TOKEN\" ] || progress 1 ',\"total\":2'\n"
          + ToolScripts.HELLO;

  private static final String PROMPT =
      """
      {"name": "declared", "description": "A prompt", "path": "declared.txt",
       "arguments": [{"name": "query"}],
       "completions": {"query": ["retry job", "review logs", "stop"]}}
      """;

  /**
   * Start it.
   *
   * @param folder gets the file of tokens
   */
  static ServedSite start(Path folder) throws IOException {
    Path tokens =
        TokenFile.write(
            folder.resolve("tokens"),
            """
            {"name": "all", "sha256": "%s", "tools": ["*"], "prompts": ["*"], "resources": ["*"]}
            """
                .formatted(TokenFile.hash(TOKEN)));
    return new ServedSite(
        HttpRig.start(
            ServedSite::project,
            launcher -> launcher.workers(2, 2).with("--token-file", tokens.toString()),
            Optional.of(TOKEN)));
  }

  private static void project(ProjectFixture project) {
    project
        .tool("hello", HELLO)
        .tool("hold", ToolScripts.TWO_CHILDREN)
        .file("prompts/declared.meta.json", PROMPT)
        .file("prompts/declared.txt", "Tell me about {{query}}.\n")
        .file("resources/text.meta.json", "{\"uri\": \"" + RESOURCE + "\"}\n")
        .file("resources/text.txt", "A text.\n");
  }

  String url() {
    return host() + "/mcp";
  }

  String host() {
    return "http://127.0.0.1:" + rig.port();
  }

  /** Fails unless everything is gone that was started. */
  @Override
  public void close() {
    rig.close();
  }
}
