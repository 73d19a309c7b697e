package dev.bullpen.project;

import dev.bullpen.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes content of the files a tool names in {@code MCP_TOOL_RESOURCES_FILE}: a JSON array of paths
 * or of {@code {path, mimeType?, uri?}}, else lines of a path and, after tabulators, its kind and
 * its URI.
 *
 * <p>Files come byte for byte. A file is text if its kind is, it is valid UTF-8, and none of its
 * first bytes is NUL; else it is handed over in base64.
 */
public final class EmbeddedResources {
  /** Bytes, also of all files of one result together; what one output of a tool may have. */
  static final int DEFAULT_MAX_BYTES = 10_485_760;

  /** Files of one result; more is a listing, which belongs in links. */
  static final int MAX_FILES = 256;

  /** Bytes at the beginning that decide whether a file is text. */
  private static final int PROBE = 1_024;

  private final Path project;
  private final int maxBytes;

  EmbeddedResources(Path project, Map<String, String> env) {
    this.project = project;
    this.maxBytes =
        number(env, "MCPBASH_MAX_RESOURCE_BYTES")
            .or(() -> number(env, "MCPBASH_MAX_TOOL_OUTPUT_SIZE"))
            .orElse(DEFAULT_MAX_BYTES);
  }

  private static Optional<Integer> number(Map<String, String> env, String name) {
    String value = env.getOrDefault(name, "");
    // Nine digits always fit an int.
    return value.matches("[0-9]{1,9}") ? Optional.of(Integer.valueOf(value)) : Optional.empty();
  }

  /**
   * Read the files a tool has named.
   *
   * @param named the bytes of its {@code MCP_TOOL_RESOURCES_FILE}
   * @param roots outside of which nothing is read
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
        Path real = real(file, roots);
        byte[] bytes = SmallFile.read(real, left);
        left -= bytes.length;
        blocks.add(block(file, real, bytes));
      } catch (IOException | InvalidPathException e) {
        problems.add(
            "The file \"%s\" is not embedded: %s."
                .formatted(EscapedBytes.of(file.path()), reason(e)));
      }
    }
    return new Embedded(blocks, problems);
  }

  private Path real(EmbeddedFile file, Roots roots) throws IOException {
    Path real = project.resolve(file.path()).toRealPath();
    if (!roots.contains(real)) {
      throw new IOException("it lies outside the roots");
    }
    return real;
  }

  private static ObjectNode block(EmbeddedFile file, Path real, byte[] bytes) {
    String mimeType = file.mimeType().orElseGet(() -> MimeType.ofFile(real.toString()));
    ObjectNode resource = Json.object();
    resource.put("uri", file.uri().orElseGet(() -> FileUri.of(real)));
    resource.put("mimeType", mimeType);
    Optional<String> text = MimeType.isText(mimeType) ? text(bytes) : Optional.empty();
    text.ifPresentOrElse(
        value -> resource.put("text", value),
        () -> resource.put("blob", Base64.getEncoder().encodeToString(bytes)));
    ObjectNode block = Json.object();
    block.put("type", "resource");
    block.set("resource", resource);
    return block;
  }

  private static Optional<String> text(byte[] bytes) {
    for (int i = 0; i < Math.min(PROBE, bytes.length); i++) {
      if (bytes[i] == 0) {
        return Optional.empty();
      }
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static String reason(Exception e) {
    // Exceptions of java.nio.file carry the path alone as their message.
    return e.getClass() == IOException.class ? e.getMessage() : e.getClass().getSimpleName();
  }

  /**
   * What became of the files.
   *
   * @param blocks content of the type {@code resource}, in the order they were named
   * @param problems a sentence about each file that was left out, for the operator
   */
  public record Embedded(List<ObjectNode> blocks, List<String> problems) {
    /** Copies the lists. */
    public Embedded {
      blocks = List.copyOf(blocks);
      problems = List.copyOf(problems);
    }
  }
}
