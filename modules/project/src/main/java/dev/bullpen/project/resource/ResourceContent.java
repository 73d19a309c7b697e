package dev.bullpen.project.resource;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.MimeType;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Bytes as MCP carries them: {@code {uri, mimeType, text}} or {@code {uri, mimeType, blob}}.
 *
 * <p>They are text if their kind is, they are valid UTF-8, and none of the first is NUL; else they
 * come in base64 (RFC 4648, section 4, padded). Either way nothing is lost, not even a newline at
 * the end.
 */
final class ResourceContent {
  /** Bytes at the beginning that decide whether something is text, as mcp-bash looks at them. */
  static final int PROBE = 1_024;

  private ResourceContent() {}

  /** One item of the contents of a resource. */
  static ObjectNode of(String uri, String mimeType, byte[] bytes) {
    ObjectNode item = Json.object();
    item.put("uri", uri);
    item.put("mimeType", mimeType);
    // Nothing at all is text, whatever it would be: so a client sees that it is there, and empty.
    Optional<JsonNode> text =
        bytes.length == 0 || MimeType.isText(mimeType) ? text(bytes) : Optional.empty();
    if (text.isPresent()) {
      item.set("text", text.get());
    } else {
      item.put("blob", Base64.getEncoder().encodeToString(bytes));
    }
    return item;
  }

  /** The kind of something nobody has declared: by its name, else by its bytes. */
  static String detected(String fileName, byte[] bytes) {
    String byName = MimeType.ofFile(fileName);
    return byName.equals(MimeType.UNKNOWN) && text(bytes).isPresent() ? MimeType.PLAIN : byName;
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
}
