package dev.bullpen.project.resource;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.file.ContainedFile;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.MimeType;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.script.Roots;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes content blocks of the files that a tool lists in {@code MCP_TOOL_RESOURCES_FILE}: a JSON
 * array of paths or of {@code {path, mimeType?, uri?}}, otherwise lines with a path and, after
 * tabs, media type and URI. File contents are unchanged.
 */
public final class EmbeddedResources {
  /** The most files of one result. More would be a listing, for which there are links. */
  static final int MAX_FILES = 256;

  private final Path project;
  private final int maxBytes;

  public EmbeddedResources(Path project, Map<String, String> env) {
    this.project = project;
    this.maxBytes = ResourceProviders.maxBytes(env);
  }

  /**
   * @param named the bytes of {@code MCP_TOOL_RESOURCES_FILE}
   * @param roots the only folders that are read
   */
  public Embedded read(byte[] named, Roots roots) {
    List<ObjectNode> blocks = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    int left = maxBytes;
    for (EmbeddedFile file : EmbeddedFile.named(named)) {
      try {
        if (blocks.size() == MAX_FILES) {
          throw new IOException("a result has no more than %d files".formatted(MAX_FILES));
        }
        if (file.path().isEmpty()) {
          throw new IOException("its entry names no path");
        }
        Path real = project.resolve(file.path()).toRealPath();
        Path root =
            roots.around(real).orElseThrow(() -> new IOException("it is outside the roots"));
        int most = left;
        byte[] bytes =
            ContainedFile.read(root, real, most)
                .orElseThrow(() -> new IOException("longer than %d bytes".formatted(most)));
        left -= bytes.length;
        String mimeType = file.mimeType().orElseGet(() -> MimeType.ofFile(real.toString()));
        String uri = file.uri().orElseGet(() -> FileUri.of(real));
        blocks.add(
            Json.object()
                .put("type", "resource")
                .set("resource", ResourceContent.of(uri, mimeType, bytes)));
      } catch (IOException | InvalidPathException e) {
        problems.add(
            "The file \"%s\" is not embedded: %s."
                .formatted(
                    EscapedBytes.of(file.path()),
                    e instanceof IOException failed ? Cause.of(failed) : "it is not a path"));
      }
    }
    return new Embedded(blocks, problems);
  }

  /**
   * @param blocks content of type {@code resource}, in the order of the files
   * @param problems a sentence about each file left out, for the operator
   */
  public record Embedded(List<ObjectNode> blocks, List<String> problems) {}

  record EmbeddedFile(String path, Optional<String> mimeType, Optional<String> uri) {
    /** Parse {@code MCP_TOOL_RESOURCES_FILE}. JSON other than an array names no files. */
    static List<EmbeddedFile> named(byte[] bytes) {
      try {
        return Json.parseLastWins(bytes) instanceof ArrayNode array ? of(array) : List.of();
      } catch (JsonException e) {
        return new String(ByteOrderMark.skip(bytes), StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.isBlank())
            .map(EmbeddedFile::of)
            .toList();
      }
    }

    private static List<EmbeddedFile> of(ArrayNode array) {
      List<EmbeddedFile> files = new ArrayList<>();
      for (JsonNode element : array) {
        if (element.isString()) {
          files.add(new EmbeddedFile(element.stringValue(), Optional.empty(), Optional.empty()));
        } else if (element instanceof ObjectNode object) {
          files.add(
              new EmbeddedFile(
                  Members.silentString(object, "path").orElse(""),
                  Members.silentText(object, "mimeType"),
                  Members.silentText(object, "uri")));
        }
      }
      return files;
    }

    private static EmbeddedFile of(String line) {
      String[] fields = line.split("\t", 3);
      return new EmbeddedFile(fields[0], field(fields, 1), field(fields, 2));
    }

    private static Optional<String> field(String[] fields, int index) {
      return index < fields.length
          ? Optional.of(fields[index].strip()).filter(text -> !text.isEmpty())
          : Optional.empty();
    }
  }
}
