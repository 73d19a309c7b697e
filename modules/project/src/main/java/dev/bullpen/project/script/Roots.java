package dev.bullpen.project.script;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.Members;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The folders in which the client works, in its order. Scripts find them in their environment, and
 * files outside of them are not embedded in results.
 *
 * <p>Missing or unreadable roots are left out, and so are those beyond {@link #MAX_COUNT}.
 */
public record Roots(List<Root> all) {
  /** The most roots: more than any client has, and few enough to search for each file. */
  public static final int MAX_COUNT = 256;

  /**
   * The most characters of all roots as JSON. In UTF-8 the variable still fits, even if all of it
   * is Greek.
   */
  static final int MAX_LENGTH = 32_768;

  public Roots {
    all = List.copyOf(all);
  }

  /**
   * A folder or file the client works in, by its real path.
   *
   * @param uri as sent by the client, otherwise the {@code file} URI of the path
   */
  public record Root(String uri, Optional<String> name, Path path) {}

  /** The roots in a client's answer to {@code roots/list}. Reads the disk. */
  public static Roots ofClient(ArrayNode sent) {
    List<Named> named = new ArrayList<>();
    for (int i = 0; i < Math.min(sent.size(), MAX_COUNT); i++) {
      named(sent.get(i)).ifPresent(named::add);
    }
    return of(named);
  }

  /** Whether a root is a folder of this host, existing or not. */
  public static boolean isFolder(JsonNode sent) {
    return named(sent).isPresent();
  }

  /** By a {@code file} URI, or by a bare absolute path, which some clients send. */
  private static Optional<Named> named(JsonNode sent) {
    String uri = sent.path("uri").stringValue("");
    Optional<String> name =
        sent instanceof ObjectNode root ? Members.silentText(root, "name") : Optional.empty();
    try {
      return uri.startsWith("/")
          ? Optional.of(new Named(Optional.empty(), name, Path.of(uri)))
          : FileUri.path(uri).map(path -> new Named(Optional.of(uri), name, path));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  public static Roots of(List<Named> named) {
    List<Root> roots = new ArrayList<>();
    Set<Path> seen = new HashSet<>();
    int left = MAX_LENGTH;
    for (Named candidate : named) {
      Optional<Root> root = candidate.root().filter(usable -> seen.add(usable.path()));
      int length = root.map(usable -> Json.text(json(usable)).length() + 1).orElse(0);
      if (root.isPresent() && length <= left && roots.size() < MAX_COUNT) {
        roots.add(root.get());
        left -= length;
      }
    }
    return new Roots(roots);
  }

  /**
   * The first root that contains a file.
   *
   * @param real its path, after following links
   */
  public Optional<Path> around(Path real) {
    return all.stream().map(Root::path).filter(real::startsWith).findFirst();
  }

  ArrayNode toJson() {
    ArrayNode json = Json.array();
    all.forEach(root -> json.add(json(root)));
    return json;
  }

  String paths() {
    return all.stream().map(root -> root.path().toString()).collect(Collectors.joining("\n"));
  }

  private static ObjectNode json(Root root) {
    return Json.object()
        .put("uri", root.uri())
        .put("name", root.name().orElse(""))
        .put("path", root.path().toString());
  }

  public record Named(Optional<String> uri, Optional<String> name, Path path) {
    private Optional<Root> root() {
      try {
        Path real = path.toRealPath();
        // MCP_ROOTS_PATHS has one path on each line, so a path of two lines would become two roots.
        return Files.isReadable(real) && real.toString().indexOf('\n') < 0
            ? Optional.of(new Root(uri.orElseGet(() -> FileUri.of(real)), name, real))
            : Optional.empty();
      } catch (IOException e) {
        return Optional.empty();
      }
    }
  }

  /**
   * The roots if the client names none: {@code MCPBASH_ROOTS} (paths between colons), otherwise
   * {@code config/roots.json} of the project ({@code {"roots": [{"path", "name"}]}}), otherwise the
   * project. Paths are relative to the project; {@code ~} is the user's home.
   */
  public static final class FallbackRoots {
    private final Path project;
    private final Map<String, String> env;
    private final Warnings warnings;
    private final Path file;
    private final Roots itself;

    /**
     * @param warnings receives, once, what is wrong with the variable and the file
     */
    public FallbackRoots(Path project, Map<String, String> env, Warnings warnings) {
      this.project = project;
      this.env = env;
      this.warnings = warnings.once();
      this.file = project.resolve("config/roots.json");
      this.itself = Roots.of(List.of(new Named(Optional.empty(), Optional.empty(), project)));
    }

    public Roots read() {
      Roots roots = usable(ofVariable(), "MCPBASH_ROOTS");
      if (roots.all().isEmpty()) {
        roots = usable(ofFile(), file.toString());
      }
      return roots.all().isEmpty() ? itself : roots;
    }

    private Roots usable(List<Named> named, String where) {
      Roots roots = Roots.of(named);
      if (roots.all().size() < named.size()) {
        warnings.add(
            "%s names %d roots, of which %d exist, are readable and differ. Correct the others."
                .formatted(where, named.size(), roots.all().size()));
      }
      return roots;
    }

    private List<Named> ofVariable() {
      List<Named> named = new ArrayList<>();
      for (String path : env.getOrDefault("MCPBASH_ROOTS", "").split(":")) {
        named(path, Optional.empty()).ifPresent(named::add);
      }
      return named;
    }

    private List<Named> ofFile() {
      if (Absence.isCertain(file)) {
        return List.of();
      }
      List<Named> named = new ArrayList<>();
      Optional<ObjectNode> config =
          SmallFile.object(file, warnings, List.of(new Folder(project, project)));
      for (JsonNode element :
          config.flatMap(object -> Members.silentArray(object, "roots")).orElseGet(Json::array)) {
        if (element instanceof ObjectNode root) {
          named(Members.silentText(root, "path").orElse(""), Members.silentText(root, "name"))
              .ifPresent(named::add);
        }
      }
      return named;
    }

    private Optional<Named> named(String written, Optional<String> name) {
      String path = written.strip();
      if (path.isEmpty()) {
        return Optional.empty();
      }
      if (path.equals("~") || path.startsWith("~/")) {
        path = env.getOrDefault("HOME", "~") + path.substring(1);
      }
      try {
        return Optional.of(new Named(Optional.empty(), name, project.resolve(path)));
      } catch (InvalidPathException e) {
        warnings.add(
            "The root \"%s\" is ignored: it is not a path. Correct it."
                .formatted(EscapedBytes.of(written)));
        return Optional.empty();
      }
    }
  }
}
