package dev.bullpen.project;

import dev.bullpen.json.Json;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.script.ScriptLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A project in a temporary folder, and the warnings of reading it. */
@SuppressWarnings("exports") // no other module sees tests
public final class ProjectFixture {
  public final Path root;
  public final Map<String, String> env = new HashMap<>();
  public final List<String> warnings = new CopyOnWriteArrayList<>();

  public ProjectFixture(Path temporary) throws IOException {
    root = Files.createDirectories(temporary.toRealPath().resolve("project"));
    permit(root, "rwxr-xr-x");
    env.put("PATH", System.getenv("PATH"));
  }

  public ProjectFixture file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    for (Path at = file.getParent(); at.startsWith(root); at = at.getParent()) {
      permit(at, "rwxr-xr-x");
    }
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    permit(file, "rw-r--r--");
    return this;
  }

  public ProjectFixture script(String path, String text) throws IOException {
    file(path, text);
    permit(root.resolve(path), "rwxr-xr-x");
    return this;
  }

  public ProjectFixture script(String path) throws IOException {
    return script(path, "#!/bin/sh\necho '[]'\n");
  }

  /** A symbolic link, in a folder that is made where it is missing. */
  public ProjectFixture link(String path, Path target) throws IOException {
    Path link = root.resolve(path);
    if (!Files.exists(link.getParent())) {
      file(path, "");
      Files.delete(link);
    }
    Files.createSymbolicLink(link, target);
    return this;
  }

  /** {@code server.d/register.json} with these members beside its version; it appears whole. */
  public ProjectFixture register(String members) throws IOException {
    String hidden = "server.d/.register.json.new";
    file(hidden, "{\"version\": 1, " + members + "}");
    Files.move(
        root.resolve(hidden),
        root.resolve("server.d/register.json"),
        StandardCopyOption.REPLACE_EXISTING);
    return this;
  }

  /** As if a registration had been read before what is there became what it is now. */
  public static Prompt registered(String path, boolean isScript) {
    return new Prompt(
        "p",
        path,
        isScript,
        "user",
        Optional.empty(),
        Optional.empty(),
        Json.object(),
        ScriptLimits.NONE,
        Json.object());
  }

  public ProjectFixture prompt(String name, String arguments) throws IOException {
    file("prompts/" + name + ".txt", "text");
    return file(
        "prompts/" + name + ".meta.json",
        "{\"name\": \"%s\", \"arguments\": %s}".formatted(name, arguments));
  }

  /**
   * {@code tools/NAME/tool.sh} and its metadata. Each file appears whole, and a new tool with both:
   * a project that is watched never shows half of one.
   */
  public ProjectFixture tool(String name, String metadata) throws IOException {
    ProjectFixture staging =
        new ProjectFixture(Files.createTempDirectory(root.getParent(), "tool"));
    staging.script("tools/" + name + "/tool.sh");
    staging.file("tools/" + name + "/tool.meta.json", metadata);
    Path folder = root.resolve("tools").resolve(name);
    Path missing = null;
    for (Path at = folder; !Files.exists(at); at = at.getParent()) {
      missing = at;
    }
    if (missing != null) {
      Files.move(staging.root.resolve(root.relativize(missing)), missing);
      return this;
    }
    for (String file : List.of("tool.sh", "tool.meta.json")) {
      Path made = staging.root.resolve("tools").resolve(name).resolve(file);
      Files.move(made, folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    return this;
  }

  public ProjectFixture tool(String name) throws IOException {
    return tool(name, "{\"name\": \"%s\"}".formatted(name));
  }

  public Project open() {
    return Project.open(root, env, root.resolve("home"), warnings::add);
  }

  public Catalog catalog() {
    return open().catalog();
  }

  public Resolution resolve(CompletionRef ref, String argument) {
    return open().completions().resolve(ref, argument);
  }

  public static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }
}
