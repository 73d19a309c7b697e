package dev.bullpen.project.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where the parts of a project are.
 *
 * @param root the project folder
 * @param home the folder of the framework, told to scripts as {@code MCPBASH_HOME}
 * @param tools {@code MCPBASH_TOOLS_DIR}, else {@code tools} of the project
 * @param prompts {@code MCPBASH_PROMPTS_DIR}, else {@code prompts} of the project
 * @param resources {@code MCPBASH_RESOURCES_DIR}, else {@code resources} of the project
 * @param ui {@code MCPBASH_UI_DIR}, else {@code ui} of the project
 * @param providers {@code MCPBASH_PROVIDERS_DIR}, else {@code providers} of the project
 */
public record Layout(
    Folder root,
    Path home,
    Folder tools,
    Folder prompts,
    Folder resources,
    Folder ui,
    Path providers) {

  public static Layout of(Path root, Map<String, String> env, Path home) {
    Path project = root.toAbsolutePath().normalize();
    return new Layout(
        new Folder(project, project),
        home.toAbsolutePath().normalize(),
        folder(project, env.getOrDefault("MCPBASH_TOOLS_DIR", ""), "tools"),
        folder(project, env.getOrDefault("MCPBASH_PROMPTS_DIR", ""), "prompts"),
        folder(project, env.getOrDefault("MCPBASH_RESOURCES_DIR", ""), "resources"),
        folder(project, env.getOrDefault("MCPBASH_UI_DIR", ""), "ui"),
        folder(project, env.getOrDefault("MCPBASH_PROVIDERS_DIR", ""), "providers").path());
  }

  /** Whether there is any folder that something to serve, or its registration, could be in. */
  public boolean isThere() {
    return Files.isDirectory(root.path().resolve("server.d"))
        || Files.isDirectory(tools.path())
        || Files.isDirectory(prompts.path())
        || Files.isDirectory(resources.path())
        || Files.isDirectory(root.path().resolve("completions"))
        || Files.isDirectory(ui.path())
        || Files.isDirectory(providers);
  }

  private static Folder folder(Path project, String named, String usual) {
    if (named.isEmpty()) {
      return new Folder(project.resolve(usual), project);
    }
    Path path = Path.of(named).toAbsolutePath().normalize();
    return new Folder(path, path);
  }
}
