package dev.bullpen.project.resource;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.MimeType;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.uri.UriSyntax;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Bytes as MCP carries them: {@code {uri, mimeType, text}} or {@code {uri, mimeType, blob}}.
 *
 * <p>Bytes are text if their kind is, they are valid UTF-8, and none of the first is NUL; else they
 * come in base64 (RFC 4648, section 4, padded). Either way nothing is lost, not even a newline at
 * the end.
 */
final class ResourceContent {
  /** What mcp-bash says of a resource that nothing is known about. */
  static final String DEFAULT_TYPE = "text/plain";

  /** Bytes at the beginning that decide whether something is text, as in mcp-bash. */
  static final int PROBE = 1_024;

  private ResourceContent() {}

  static ObjectNode of(String uri, String mimeType, byte[] bytes) {
    ObjectNode item = Json.object();
    item.put("uri", uri);
    item.put("mimeType", mimeType);
    // Without any bytes it is text, so that a client sees that it is there, and empty.
    Optional<JsonNode> text =
        bytes.length == 0 || MimeType.isText(mimeType) ? text(bytes) : Optional.empty();
    if (text.isPresent()) {
      item.set("text", text.get());
    } else {
      item.put("blob", Base64.getEncoder().encodeToString(bytes));
    }
    return item;
  }

  /** The kind of something undeclared: by its name, else by its bytes. */
  static String detected(String fileName, byte[] bytes) {
    return byName(fileName)
        .orElseGet(() -> text(bytes).isPresent() ? MimeType.PLAIN : MimeType.UNKNOWN);
  }

  /**
   * The same, of a file that is only being listed, by how it begins.
   *
   * @param head its first {@value #PROBE} bytes, or all
   */
  static String detectedByHead(String fileName, byte[] head) {
    int end = head.length;
    if (end == PROBE) {
      // Without the last character, which may have been cut: in UTF-8 up to three bytes behind one.
      while (end > PROBE - 3 && (head[end - 1] & 0xc0) == 0x80) {
        end--;
      }
      if ((head[end - 1] & 0xc0) == 0xc0) {
        end--;
      }
    }
    return detected(fileName, Arrays.copyOf(head, end));
  }

  private static Optional<JsonNode> text(byte[] bytes) {
    for (int i = 0; i < Math.min(PROBE, bytes.length); i++) {
      if (bytes[i] == 0) {
        return Optional.empty();
      }
    }
    return Json.utf8(bytes);
  }

  static Optional<String> byName(String fileName) {
    return Optional.of(MimeType.ofFile(fileName)).filter(type -> !type.equals(MimeType.UNKNOWN));
  }

  /**
   * The name of the file that a URI names, which may be empty: the last part of its path. A host is
   * no part of that, and of a git repository the path is in the fragment.
   */
  static String fileName(String uri) {
    String[] parts = uri.split("#", 2);
    if (parts.length == 2 && UriSyntax.scheme(uri).equals("git+https")) {
      return FoundFile.fileName(parts[1]);
    }
    String path = parts[0].substring(parts[0].indexOf(':') + 1).split("\\?", 2)[0];
    if (path.startsWith("//")) {
      int host = path.indexOf('/', 2);
      path = host < 0 ? "" : path.substring(host);
    }
    return FoundFile.fileName(path);
  }
}
