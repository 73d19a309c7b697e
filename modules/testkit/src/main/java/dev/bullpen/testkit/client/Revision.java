package dev.bullpen.testkit.client;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Size;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** The published revisions of the Model Context Protocol. */
public enum Revision {
  /** The first; no completions capability, no batches defined. */
  V2024_11_05("2024-11-05"),
  /** With batches. */
  V2025_03_26("2025-03-26"),
  /** Without batches, with {@code context.arguments}. */
  V2025_06_18("2025-06-18"),
  /** The last with a handshake. */
  V2025_11_25("2025-11-25"),
  /** Stateless: every request brings its envelope. */
  V2026_07_28("2026-07-28");

  private final String text;

  /**
   * Those that a test of every revision speaks: all at full size, the first and the last two at
   * less, and in the quick loop the last with a handshake and the one without.
   */
  public static Stream<Revision> tested() {
    return switch (Size.asked()) {
      case QUICK -> Stream.of(V2025_11_25, V2026_07_28);
      case CI -> Stream.of(V2024_11_05, V2025_11_25, V2026_07_28);
      case FULL -> Stream.of(values());
    };
  }

  Revision(String text) {
    this.text = text;
  }

  /** As it goes over the wire. */
  public String text() {
    return text;
  }

  /** Whether it begins with {@code initialize}. */
  public boolean handshake() {
    return this != V2026_07_28;
  }

  /** The {@code _meta} that every request of a stateless revision brings along. */
  public ObjectNode envelope() {
    return envelope(Json.object());
  }

  /** The same for a client with capabilities. */
  public ObjectNode envelope(ObjectNode capabilities) {
    ObjectNode meta = Json.object();
    meta.put("io.modelcontextprotocol/protocolVersion", text);
    meta.set("io.modelcontextprotocol/clientCapabilities", capabilities);
    return meta;
  }

  @Override
  public String toString() {
    return text;
  }
}
