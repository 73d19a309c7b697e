package dev.bullpen.api;

import java.nio.charset.StandardCharsets;

/**
 * What a resource holds. Its kind is the {@code mimeType} of its metadata.
 *
 * <p>Has no more bytes than {@code MCPBASH_MAX_RESOURCE_BYTES} says, 10 MiB unless it is set.
 */
public sealed interface ResourceContents {
  /** The bytes; those of a text are UTF-8. */
  byte[] toBytes();

  /** Characters. */
  record Text(String text) implements ResourceContents {
    @Override
    public byte[] toBytes() {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  /**
   * Anything else.
   *
   * @param bytes not copied, so leave them alone
   */
  record Binary(byte[] bytes) implements ResourceContents {
    @Override
    public byte[] toBytes() {
      return bytes;
    }
  }

  /** Characters. */
  static ResourceContents text(String text) {
    return new Text(text);
  }

  /**
   * Anything else.
   *
   * @param bytes not copied, so leave them alone
   */
  static ResourceContents bytes(byte[] bytes) {
    return new Binary(bytes);
  }
}
