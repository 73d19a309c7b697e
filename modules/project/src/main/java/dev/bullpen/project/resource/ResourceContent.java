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
 * Content in the form of MCP: {@code {uri, mimeType, text}} or {@code {uri, mimeType, blob}}.
 *
 * <p>Bytes are sent as text if their media type is text, they are valid UTF-8, and none of the
 * first is NUL; otherwise in base64 (RFC 4648, section 4, padded). Either way nothing is lost, not
 * even a newline at the end.
 */
final class ResourceContent {
  /** mcp-bash's type for a resource of unknown type. */
  static final String DEFAULT_TYPE = "text/plain";

  /** How many bytes at the start decide whether content is text, as in mcp-bash. */
  static final int PROBE = 1_024;

  private ResourceContent() {}

  static ObjectNode of(String uri, String mimeType, byte[] bytes) {
    ObjectNode item = Json.object();
    item.put("uri", uri);
    item.put("mimeType", mimeType);
    // Empty content is text, so that a client sees that it exists and is empty.
    Optional<JsonNode> text =
        bytes.length == 0 || MimeType.isText(mimeType) ? text(bytes) : Optional.empty();
    if (text.isPresent()) {
      item.set("text", text.get());
    } else {
      item.put("blob", Base64.getEncoder().encodeToString(bytes));
    }
    return item;
  }

  /** The type of undeclared content, by its name, otherwise by its bytes. */
  static String detected(String fileName, byte[] bytes) {
    return byName(fileName)
        .orElseGet(() -> text(bytes).isPresent() ? MimeType.PLAIN : MimeType.UNKNOWN);
  }

  /**
   * The same for a file in a list, by its first bytes.
   *
   * @param head its first {@value #PROBE} bytes, or all
   */
  static String detectedByHead(String fileName, byte[] head) {
    int end = head.length;
    if (end == PROBE) {
      // Without the last character, which may have been cut: it has up to four bytes in UTF-8.
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
   * The file name in a URI, which may be empty: the last part of its path. The host is not part of
   * the path, and a git repository has the path in the fragment.
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
