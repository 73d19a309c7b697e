package dev.bullpen.api;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * What a resource holds. Its kind is the {@code mimeType} of its metadata.
 *
 * <p>It may have at most {@code MCPBASH_MAX_RESOURCE_BYTES} bytes, by default 10 MiB.
 */
public sealed interface ResourceContents {
  /** The bytes; those of a text are UTF-8. */
  byte[] toBytes();

  /** A text. */
  record Text(String text) implements ResourceContents {
    /** Refuses null. */
    public Text {
      Objects.requireNonNull(text, "text");
    }

    @Override
    public byte[] toBytes() {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  /**
   * Any other bytes.
   *
   * @param bytes not copied, so do not change them
   */
  record Binary(byte[] bytes) implements ResourceContents {
    /** Refuses null. */
    public Binary {
      Objects.requireNonNull(bytes, "bytes");
    }

    @Override
    public byte[] toBytes() {
      return bytes;
    }
  }

  /** A text. */
  static ResourceContents text(String text) {
    return new Text(text);
  }

  /**
   * Any other bytes.
   *
   * @param bytes not copied, so do not change them
   */
  static ResourceContents bytes(byte[] bytes) {
    return new Binary(bytes);
  }
}
