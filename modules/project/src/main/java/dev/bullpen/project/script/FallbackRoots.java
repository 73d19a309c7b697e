package dev.bullpen.project.script;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.Vacancy;
import dev.bullpen.project.metadata.Members;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The roots where the client names none: {@code MCPBASH_ROOTS} (paths between colons), else {@code
 * config/roots.json} of the project ({@code {"roots": [{"path", "name"}]}}), else the project.
 * Paths are relative to the project, {@code ~} is the home of the user.
 */
public final class FallbackRoots {
  private final Path project;
  private final Map<String, String> env;
  private final Consumer<String> warnings;
  private final Path file;
  private final Roots itself;
  private final Vacancy vacancy;

  public FallbackRoots(Path project, Map<String, String> env, Consumer<String> warnings) {
    this.project = project;
    this.env = env;
    this.warnings = warnings;
    this.file = project.resolve("config/roots.json");
    this.vacancy = new Vacancy(file);
    this.itself = Roots.of(List.of(new Roots.Named(Optional.empty(), Optional.empty(), project)));
  }

  /** As they are now. */
  public Roots read() {
    Roots named = usable(ofVariable(), "MCPBASH_ROOTS");
    if (!named.all().isEmpty()) {
      return named;
    }
    Roots configured = usable(ofFile(), file.toString());
    return configured.all().isEmpty() ? itself : configured;
  }

  private Roots usable(List<Roots.Named> named, String where) {
    Roots roots = Roots.of(named);
    if (roots.all().size() < named.size()) {
      warnings.accept(
          "%s names %d roots, of which %d are there, readable and different. Correct the others."
              .formatted(where, named.size(), roots.all().size()));
    }
    return roots;
  }

  private List<Roots.Named> ofVariable() {
    String variable = env.getOrDefault("MCPBASH_ROOTS", "");
    if (variable.isEmpty()) {
      return List.of();
    }
    List<Roots.Named> named = new ArrayList<>();
    for (String path : variable.split(":")) {
      add(named, path, Optional.empty());
    }
    return named;
  }

  private List<Roots.Named> ofFile() {
    if (vacancy.isCertain()) {
      return List.of();
    }
    List<Roots.Named> named = new ArrayList<>();
    Optional<ObjectNode> config =
        SmallFile.object(file, warnings, List.of(new Folder(project, project)));
    for (JsonNode element :
        config.flatMap(object -> Members.array(object, "roots")).orElseGet(Json::array)) {
      if (element instanceof ObjectNode root) {
        add(named, Members.text(root, "path").orElse(""), Members.text(root, "name"));
      }
    }
    return named;
  }

  private void add(List<Roots.Named> named, String path, Optional<String> name) {
    if (path.isBlank()) {
      return;
    }
    try {
      named.add(new Roots.Named(Optional.empty(), name, project.resolve(atHome(path.strip()))));
    } catch (InvalidPathException e) {
      warnings.accept(
          "The root \"%s\" is ignored: it is not a path. Correct it."
              .formatted(EscapedBytes.of(path)));
    }
  }

  private String atHome(String path) {
    boolean below = path.equals("~") || path.startsWith("~/");
    return below ? env.getOrDefault("HOME", "~") + path.substring(1) : path;
  }
}
