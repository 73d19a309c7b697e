package dev.bullpen.project.file;

import dev.bullpen.posix.log.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The locations of a project's parts.
 *
 * @param root the project folder
 * @param server {@code MCPBASH_SERVER_DIR}, else {@code server.d} of the project
 * @param home the folder of the framework, {@code MCPBASH_HOME} for scripts
 * @param tools {@code MCPBASH_TOOLS_DIR}, else {@code tools} of the project
 * @param prompts {@code MCPBASH_PROMPTS_DIR}, else {@code prompts} of the project
 * @param resources {@code MCPBASH_RESOURCES_DIR}, else {@code resources} of the project
 * @param ui {@code MCPBASH_UI_DIR}, else {@code ui} of the project
 * @param providers {@code MCPBASH_PROVIDERS_DIR}, else {@code providers} of the project
 * @param programs the folders of {@code PATH} in the project
 */
public record Layout(
    Folder root,
    Folder server,
    Path home,
    Folder tools,
    Folder prompts,
    Folder resources,
    Folder ui,
    Path providers,
    List<Path> programs) {
  /** The variable that names {@link #server}. */
  public static final String SERVER_DIR = "MCPBASH_SERVER_DIR";

  /** The folder of the framework that is served if no project is named or found. */
  public static final String GETTING_STARTED = "getting-started";

  public static Layout of(Path root, Map<String, String> env, Path home) {
    Folder project =
        new Folder(root.toAbsolutePath().normalize(), root.toAbsolutePath().normalize());
    return new Layout(
        project,
        folder(project, env, SERVER_DIR, "server.d"),
        home.toAbsolutePath().normalize(),
        folder(project, env, "MCPBASH_TOOLS_DIR", "tools"),
        folder(project, env, "MCPBASH_PROMPTS_DIR", "prompts"),
        folder(project, env, "MCPBASH_RESOURCES_DIR", "resources"),
        folder(project, env, "MCPBASH_UI_DIR", "ui"),
        folder(project, env, "MCPBASH_PROVIDERS_DIR", "providers").path(),
        new SearchPath(env).within(project));
  }

  /** Whether any folder exists that could contain something to serve, or its registration. */
  public boolean isThere() {
    return Stream.of(server, tools, prompts, resources, ui)
            .map(Folder::path)
            .anyMatch(Files::isDirectory)
        || Files.isDirectory(root.path().resolve("completions"))
        || Files.isDirectory(providers);
  }

  /** Whether a script of the project belongs to the framework. */
  public boolean isOfFramework(Path script) {
    Path shipped = home.resolve(GETTING_STARTED);
    return root.path().equals(shipped) && script.startsWith(shipped);
  }

  /** A file of {@link #server} for messages: relative to the project, otherwise its whole path. */
  public String serverFile(String name) {
    Path file = server.path().resolve(name);
    return file.startsWith(root.path()) ? root.relative(file) : file.toString();
  }

  /**
   * A file that decides what may be done, and the folders up to the project in which another user
   * could replace it; for a file elsewhere, its own folder and the project.
   */
  public List<Path> wayTo(Path file) {
    List<Path> way = new ArrayList<>(List.of(file, file.getParent()));
    for (Path at = file.getParent(); at.startsWith(root.path()) && !at.equals(root.path()); ) {
      at = at.getParent();
      way.add(at);
    }
    if (!way.contains(root.path())) {
      way.add(root.path());
    }
    return way;
  }

  /** Whether the operator has named the folder {@link #server}. */
  public boolean isServerNamed() {
    return !server.boundary().equals(root.path());
  }

  /**
   * Why {@link #server} cannot be read, with the next step; empty if it can, or does not exist.
   *
   * <p>It may contain the policy that denies tools, so a server must not continue without it.
   */
  public Optional<String> serverProblem() {
    return serverFault()
        .or(this::projectGone)
        .map(
            fault ->
                "%s %s. It may contain the policy of the tools, so nothing is served. %s."
                    .formatted(
                        isServerNamed()
                            ? "%s names %s, which".formatted(SERVER_DIR, server.path())
                            : server.path(),
                        fault,
                        serverMending()));
  }

  public String serverMending() {
    return isServerNamed()
        ? "Correct or unset it"
        : "Put a folder there that the server's user may enter, or remove it";
  }

  /**
   * Why {@link #server} cannot be read, as the end of a sentence that starts with its path; empty
   * if it can, or does not exist.
   */
  public Optional<String> serverFault() {
    Path folder = server.path();
    if (!isServerNamed() && Absence.isCertain(folder)) {
      return Optional.empty();
    }
    try {
      if (!Files.readAttributes(folder, BasicFileAttributes.class).isDirectory()) {
        return Optional.of("is not a folder");
      }
    } catch (NoSuchFileException e) {
      return Optional.of(
          Files.isSymbolicLink(folder) ? "is a link that leads nowhere" : "is not there");
    } catch (IOException e) {
      return Optional.of("cannot be examined (%s)".formatted(Cause.of(e)));
    }
    // Its files are opened by name, so it need not be listable.
    return Files.isExecutable(folder)
        ? Optional.empty()
        : Optional.of("may not be entered by the server's user");
  }

  private Optional<String> projectGone() {
    return isServerNamed() || Files.isDirectory(root.path())
        ? Optional.empty()
        : Optional.of("cannot be found, because the project folder is gone");
  }

  private static Folder folder(
      Folder project, Map<String, String> env, String variable, String usual) {
    String named = env.getOrDefault(variable, "");
    Path path = Path.of(named).toAbsolutePath().normalize();
    return named.isEmpty()
        ? new Folder(project.path().resolve(usual), project.path())
        : new Folder(path, path);
  }
}
