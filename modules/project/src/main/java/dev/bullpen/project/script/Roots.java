package dev.bullpen.project.script;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.metadata.Members;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where the client works, in its order. Scripts are told them, and files outside of them are not
 * embedded in results.
 *
 * <p>There may be fewer than were named, never others: what is not there or cannot be read is left
 * out, and so are more than scripts can be told.
 */
public record Roots(List<Root> all) {
  /** Roots; more than any client has, few enough to be looked through for each file. */
  public static final int MAX_COUNT = 256;

  /** Characters of all of them as JSON; in UTF-8 the variable still fits, were all of it Greek. */
  static final int MAX_LENGTH = 32_768;

  /** Copies the list. */
  public Roots {
    all = List.copyOf(all);
  }

  /**
   * The roots a client has sent, of which no more than {@link #MAX_COUNT} are looked at. That may
   * take as long as a disk does.
   *
   * @param sent the member {@code roots} of its answer to {@code roots/list}: objects {@code {uri,
   *     name?}}; what {@link #isFolder names no folder} is left out
   */
  public static Roots ofClient(ArrayNode sent) {
    List<Named> named = new ArrayList<>();
    for (int i = 0; i < Math.min(sent.size(), MAX_COUNT); i++) {
      named(sent.get(i)).ifPresent(named::add);
    }
    return of(named);
  }

  /** Whether a client names a folder of this host by this, be it there or not. */
  public static boolean isFolder(JsonNode sent) {
    return named(sent).isPresent();
  }

  /** By a {@code file} URI, or by an absolute path as it is: some clients send that. */
  private static Optional<Named> named(JsonNode sent) {
    String uri = sent.path("uri").stringValue("");
    Optional<String> name =
        sent instanceof ObjectNode root ? Members.text(root, "name") : Optional.empty();
    if (uri.startsWith("/") && uri.indexOf('\0') < 0) {
      return Optional.of(new Named(Optional.empty(), name, Path.of(uri)));
    }
    return FileUri.path(uri).map(path -> new Named(Optional.of(uri), name, path));
  }

  /** The usable ones of some paths, each once. */
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

  /** Whether an existing file lies in one of them once every link is followed. */
  public boolean contains(Path existing) {
    try {
      return around(existing.toRealPath()).isPresent();
    } catch (IOException e) {
      return false;
    }
  }

  /** The first of them that holds a file, on whose path every link has been followed. */
  public Optional<Path> around(Path real) {
    return all.stream().map(Root::path).filter(real::startsWith).findFirst();
  }

  /** {@code MCP_ROOTS_JSON}: {@code [{uri, name, path}]}. */
  ArrayNode toJson() {
    ArrayNode json = Json.array();
    all.forEach(root -> json.add(json(root)));
    return json;
  }

  /** {@code MCP_ROOTS_PATHS}: one path on each line. */
  String paths() {
    return all.stream().map(root -> root.path().toString()).collect(Collectors.joining("\n"));
  }

  private static ObjectNode json(Root root) {
    ObjectNode json = Json.object();
    json.put("uri", root.uri());
    json.put("name", root.name().orElse(""));
    json.put("path", root.path().toString());
    return json;
  }

  /** A root as somebody names it. */
  public record Named(Optional<String> uri, Optional<String> name, Path path) {
    private Optional<Root> root() {
      try {
        Path real = path.toRealPath();
        // Scripts are told one path on each line; a name of two lines would be two roots.
        return Files.isReadable(real) && real.toString().indexOf('\n') < 0
            ? Optional.of(new Root(uri.orElseGet(() -> FileUri.of(real)), name, real))
            : Optional.empty();
      } catch (IOException e) {
        return Optional.empty();
      }
    }
  }
}
