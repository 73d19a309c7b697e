package dev.bullpen.project.ui;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.metadata.Definition;
import dev.bullpen.project.metadata.Members;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes an interface of its folder; one that could not be shown is said and left out. */
public final class UiReader {
  static final String METADATA = "ui.meta.json";

  private static final String ENTRYPOINT = "entrypoint";
  private static final String BORDER = "prefersBorder";

  private final String serverName;
  private final Folder project;
  private final Consumer<String> problems;

  /**
   * Prepare for reading.
   *
   * @param serverName the authority of the URIs
   */
  public UiReader(String serverName, Folder project, Consumer<String> problems) {
    this.serverName = serverName;
    this.project = project;
    this.problems = problems;
  }

  Optional<UiResource> read(String name, Folder within) {
    Path folder = within.path();
    Path file = folder.resolve(METADATA);
    Consumer<String> said = problem -> problems.accept(file + ": " + problem);
    ObjectNode metadata = SmallFile.object(file, problems, List.of(within)).orElseGet(Json::object);
    Optional<Path> html = html(folder, metadata, said);
    if (html.isEmpty()) {
      problems.accept(
          "%s is not published: it has no page. Put an index.html there or name one as \"entrypoint\" in %s; no page is made from a template."
              .formatted(folder, METADATA));
      return Optional.empty();
    }
    String uri = UiUri.of(serverName, name);
    ObjectNode meta = Json.object();
    meta.set("ui", ui(metadata, said));
    ObjectNode definition =
        new Definition(metadata, said)
            .with("uri", uri)
            .with("name", name)
            .text("title")
            .with(
                "description",
                Members.text(metadata, "description").orElse("UI resource for " + name))
            .with("mimeType", UiResource.MIME_TYPE)
            .icons(folder, List.of(within, project))
            .with("_meta", Optional.of(meta))
            .built();
    return Optional.of(new UiResource(name, uri, html.get(), meta, definition));
  }

  /** The page itself, which lies in the folder without a link on the way. */
  private static Optional<Path> html(Path folder, ObjectNode metadata, Consumer<String> said) {
    String written = Members.text(metadata, ENTRYPOINT).orElse("index.html");
    try {
      Path file = folder.resolve(written).normalize();
      if (file.startsWith(folder) && isPlain(folder, folder.relativize(file))) {
        return Optional.of(file);
      }
    } catch (InvalidPathException e) {
      // No file has such a name.
    }
    if (Members.value(metadata, ENTRYPOINT).isPresent()) {
      said.accept(
          "\"entrypoint\" is ignored: there is no file \"%s\" in the folder, links aside. Correct it."
              .formatted(EscapedBytes.of(written)));
    }
    return Optional.empty();
  }

  private static boolean isPlain(Path folder, Path relative) {
    Path at = folder;
    for (Path part : relative) {
      at = at.resolve(part);
      if (Files.isSymbolicLink(at)) {
        return false;
      }
    }
    return Files.isRegularFile(at, LinkOption.NOFOLLOW_LINKS);
  }

  private static ObjectNode ui(ObjectNode metadata, Consumer<String> said) {
    ObjectNode written = Members.object(metadata, "meta", said).orElseGet(Json::object);
    ObjectNode ui = Json.object();
    for (String key : new String[] {"csp", "permissions"}) {
      ui.set(key, Members.object(written, key, said).orElseGet(Json::object));
    }
    ui.put(
        BORDER,
        Members.value(written, BORDER)
            .filter(JsonNode::isBoolean)
            .map(JsonNode::booleanValue)
            .orElse(true));
    return ui;
  }
}
