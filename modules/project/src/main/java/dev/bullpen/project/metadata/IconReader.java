package dev.bullpen.project.metadata;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.LeadsOutException;
import dev.bullpen.project.file.MimeType;
import dev.bullpen.project.file.SmallFile;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the member {@code icons}, so that a client can use each: URIs it can fetch stay, files of
 * the project become {@code data:} URIs, and the rest is reported and left out.
 */
public final class IconReader {
  /** Bytes of one file; a drawing of 512 pixels fits, a photograph does not. */
  public static final int MAX_BYTES = 262_144;

  private static final String ICONS = "icons";
  private static final String SRC = "src";
  private static final String MIME_TYPE = "mimeType";
  private static final String SIZES = "sizes";
  private static final String THEME = "theme";
  private static final Set<String> THEMES = Set.of("light", "dark");

  private final Path base;
  private final List<Folder> within;
  private final Consumer<String> problems;

  /**
   * Prepare for reading.
   *
   * @param base what paths of files are relative to
   * @param within no file outside of these folders is read
   */
  public IconReader(Path base, Consumer<String> problems, List<Folder> within) {
    this.base = base;
    this.within = List.copyOf(within);
    this.problems = problems;
  }

  /** The usable icons; empty when there is none. */
  public Optional<ArrayNode> read(ObjectNode metadata) {
    Optional<ArrayNode> written = Members.array(metadata, ICONS);
    if (written.isEmpty() && Members.value(metadata, ICONS).isPresent()) {
      problems.accept("\"icons\" is ignored: it is not an array. Make it one.");
    }
    ArrayNode icons = Json.array();
    for (JsonNode element : written.orElseGet(Json::array)) {
      if (element instanceof ObjectNode icon) {
        usable(icon).ifPresent(icons::add);
      }
    }
    return icons.isEmpty() ? Optional.empty() : Optional.of(icons);
  }

  private Optional<ObjectNode> usable(ObjectNode written) {
    Optional<String> src = Members.text(written, SRC);
    if (src.isEmpty()) {
      problems.accept("an icon is ignored: it has no \"src\". Give a path or a URI.");
      return Optional.empty();
    }
    ObjectNode icon = Json.object();
    written.properties().forEach(member -> icon.set(member.getKey(), member.getValue()));
    listSizes(icon);
    checkTheme(icon);
    checkMimeType(icon);
    return isUri(src.get()) ? Optional.of(icon) : embedded(icon, src.get());
  }

  private Optional<ObjectNode> embedded(ObjectNode icon, String src) {
    try {
      Path file = base.resolve(src);
      String mimeType =
          Members.text(icon, MIME_TYPE).orElseGet(() -> MimeType.ofFile(file.toString()));
      byte[] bytes = SmallFile.read(file, MAX_BYTES, within);
      icon.put(
          SRC, "data:%s;base64,%s".formatted(mimeType, Base64.getEncoder().encodeToString(bytes)));
      icon.put(MIME_TYPE, mimeType);
      return Optional.of(icon);
    } catch (LeadsOutException e) {
      return ignored(src, e.getMessage());
    } catch (IOException | InvalidPathException e) {
      return ignored(src, "there is no such file of at most %d bytes".formatted(MAX_BYTES));
    }
  }

  private Optional<ObjectNode> ignored(String src, String reason) {
    problems.accept(
        "the icon \"%s\" is ignored: %s. Correct its \"src\"."
            .formatted(EscapedBytes.of(src), reason));
    return Optional.empty();
  }

  /** MCP wants {@code sizes} to be an array of strings; one string is what HTML has. */
  private static void listSizes(ObjectNode icon) {
    JsonNode sizes = icon.path(SIZES);
    if (sizes.isString()) {
      icon.set(SIZES, Json.array().add(sizes.stringValue()));
    } else if (!(sizes instanceof ArrayNode array)
        || !array.valueStream().allMatch(JsonNode::isString)) {
      icon.remove(SIZES);
    }
  }

  private void checkTheme(ObjectNode icon) {
    if (icon.has(THEME) && !THEMES.contains(icon.path(THEME).stringValue(""))) {
      icon.remove(THEME);
      problems.accept("the \"theme\" of an icon is ignored: it is neither \"light\" nor \"dark\".");
    }
  }

  private void checkMimeType(ObjectNode icon) {
    if (icon.has(MIME_TYPE) && !icon.path(MIME_TYPE).isString()) {
      icon.remove(MIME_TYPE);
      problems.accept("the \"mimeType\" of an icon is ignored: it is no string. Make it one.");
    }
  }

  private static boolean isUri(String src) {
    String start = src.toLowerCase(Locale.ROOT);
    return start.startsWith("data:") || start.startsWith("https://") || start.startsWith("http://");
  }
}
