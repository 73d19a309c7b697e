package dev.bullpen.launcher;

import dev.bullpen.pool.folder.ClaimedFolder;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a server without a project serves: one tool, which says what to do next. It lies in a
 * temporary folder of this process.
 */
final class GettingStarted {
  private static final String TOOL = "getting_started";
  private static final String ALLOWLIST = "MCPBASH_TOOL_ALLOWLIST";

  /** They would put another project's folders in the place of this one's. */
  private static final List<String> OF_A_PROJECT =
      List.of(
          "MCPBASH_TOOLS_DIR",
          "MCPBASH_PROMPTS_DIR",
          "MCPBASH_RESOURCES_DIR",
          "MCPBASH_UI_DIR",
          "MCPBASH_PROVIDERS_DIR",
          "MCPBASH_SERVER_DIR",
          "MCPBASH_REGISTRY_DIR",
          "MCPBASH_STATIC_REGISTRY");

  private static final String METADATA =
      """
      {
        "name": "%s",
        "title": "Getting started",
        "description": "Says how to give this server a project, for it was started without one.",
        "inputSchema": {"type": "object", "properties": {}}
      }
      """
          .formatted(TOOL);

  private static final String SERVER =
      """
      {
        "name": "bullpen",
        "title": "Bullpen",
        "version": "%s",
        "description": "No project is configured. The tool %s says what to do."
      }
      """;

  private static final String SCRIPT =
      """
      #!/bin/sh
      cat <<'END'
      Bullpen serves no project yet: none was named, and none was found where it was started.

      1. Make a folder with a tool in it:
           mkdir -p my-server/tools/hello
           printf '#!/bin/sh\\necho "Hello, $MCP_ARG_NAME"\\n' > my-server/tools/hello/tool.sh
           chmod +x my-server/tools/hello/tool.sh
           echo '{"name": "hello", "description": "Greets", "inputSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}' > my-server/tools/hello/tool.meta.json
      2. Check it: launcher validate --project my-server
      3. In your client's configuration of this server, set two variables and start it again:
           MCPBASH_PROJECT_ROOT=/the/way/to/my-server
           MCPBASH_TOOL_ALLOWLIST=hello
      More is in README.md and docs/project-contract.md, where Bullpen is installed.
      END
      """;

  private final ClaimedFolder workspace;

  private GettingStarted(ClaimedFolder workspace) {
    this.workspace = workspace;
  }

  /**
   * Makes the project and says so.
   *
   * @throws ProjectException if there is no place for it
   */
  static GettingStarted make(Map<String, String> environment) throws ProjectException {
    Path temporary = HelperCommand.temporaryFolder(environment);
    try {
      GettingStarted project = write(ClaimedFolder.make(temporary));
      ServerErrors.warn(
          environment,
          "no project is named or found here, so the helper %s is served from %s. Name a project with --project DIR or MCPBASH_PROJECT_ROOT."
              .formatted(TOOL, project.folder()));
      return project;
    } catch (IOException e) {
      throw new ProjectException(
          "No project is named or found here, and there is no place in %s for the helper that would say what to do (%s). Name a project with --project DIR."
              .formatted(temporary, e.getMessage()));
    }
  }

  private static GettingStarted write(ClaimedFolder workspace) throws IOException {
    GettingStarted project = new GettingStarted(workspace);
    try {
      project.write("server.d/server.meta.json", SERVER.formatted(CalledAs.bullpenVersion(), TOOL));
      project.write("tools/getting-started/tool.meta.json", METADATA);
      Path script = project.write("tools/getting-started/tool.sh", SCRIPT);
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
      return project;
    } catch (IOException | RuntimeException e) {
      project.remove();
      throw e;
    }
  }

  private Path write(String name, String text) throws IOException {
    Path file = folder().resolve(name);
    for (Path at = file.getParent(); !at.equals(workspace.path()); at = at.getParent()) {
      Files.createDirectories(at);
      Files.setPosixFilePermissions(at, PosixFilePermissions.fromString("rwx------"));
    }
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  Path folder() {
    return workspace.path().resolve("project");
  }

  /** The environment it is served in: its tool may be called unless the operator says otherwise. */
  static Map<String, String> environment(Map<String, String> given) {
    Map<String, String> environment = new HashMap<>(given);
    OF_A_PROJECT.forEach(environment::remove);
    if (environment.getOrDefault(ALLOWLIST, "").isBlank()) {
      environment.put(ALLOWLIST, TOOL);
    }
    return Map.copyOf(environment);
  }

  void remove() {
    workspace.remove();
  }
}
