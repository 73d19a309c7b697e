package dev.bullpen.project.catalog;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Sha256;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One file of a registry cache: {@code {"format_version": 1, "version": 1, "generatedAt", "items":
 * [...], "hash", "total"}}; for interfaces {@code {"version": 1, "hash", "timestamp",
 * "uiResources": [...]}}.
 *
 * <p>{@code hash} is that of the items alone. mcp-bash mixes times of files into it, and so takes
 * ours for those of a project that has changed, which is harmless.
 */
final class RegistryFile {
  private static final String FORMAT_VERSION = "format_version";
  private static final String VERSION = "version";
  private static final String HASH = "hash";
  private static final String ITEMS = "items";

  private final Path file;
  private final boolean ofInterfaces;
  private final int maxBytes;

  /** The hash of what the file is known to hold; null before the first look. */
  private String known;

  /**
   * A file that may or may not be there.
   *
   * @param maxBytes how long it may be, to be written and to be read
   */
  RegistryFile(Path file, boolean ofInterfaces, int maxBytes) {
    this.file = file;
    this.ofInterfaces = ofInterfaces;
    this.maxBytes = maxBytes;
  }

  /**
   * Put items into the file unless it holds them already. Readers see the former content or the
   * new, whole, also with several writers.
   *
   * @throws IOException if that is not possible; the file is as it was
   */
  void write(List<ObjectNode> items, Instant now) throws IOException {
    ArrayNode array = Json.array();
    items.forEach(array::add);
    String hash = Sha256.hex(Json.bytes(array));
    if (known == null) {
      known = hash();
    }
    if (hash.equals(known) && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    byte[] bytes = Json.bytes(envelope(array, hash, now));
    if (bytes.length > maxBytes) {
      throw new IOException("%s would be longer than %d bytes".formatted(file, maxBytes));
    }
    WholeFile.write(file, bytes);
    known = hash;
  }

  private ObjectNode envelope(ArrayNode items, String hash, Instant now) {
    String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    ObjectNode envelope = Json.object();
    if (ofInterfaces) {
      envelope.put(VERSION, 1);
      envelope.put(HASH, hash);
      envelope.put("timestamp", time);
      envelope.set("uiResources", items);
    } else {
      envelope.put(FORMAT_VERSION, 1);
      envelope.put(VERSION, 1);
      envelope.put("generatedAt", time);
      envelope.set(ITEMS, items);
      envelope.put(HASH, hash);
      envelope.put("total", items.size());
    }
    return envelope;
  }

  /** The hash that the file names; empty for a file that is none of ours. */
  private String hash() {
    try {
      return Json.parseLastWins(SmallFile.read(file, maxBytes, List.of(folder())))
          .path(HASH)
          .stringValue("");
    } catch (IOException | JsonException e) {
      return ""; // Whatever it is, it is to be replaced.
    }
  }

  /**
   * The items of the file; empty when there is no file.
   *
   * @throws IOException if it is not a cache; the message completes a sentence that begins with its
   *     name
   */
  Optional<List<ObjectNode>> read() throws IOException {
    if (Absence.isCertain(file)) {
      return Optional.empty();
    }
    JsonNode envelope;
    try {
      envelope = Json.parseLastWins(SmallFile.read(file, maxBytes, List.of(folder())));
    } catch (JsonException e) {
      throw new IOException("is not read: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IOException(
          "is no readable, regular file of at most %d bytes".formatted(maxBytes), e);
    }
    if (envelope.path(FORMAT_VERSION).doubleValue(0) != 1
        || !(envelope.get(ITEMS) instanceof ArrayNode array)) {
      throw new IOException("has not the form \"format_version\": 1, \"items\": [...]");
    }
    List<ObjectNode> items = new ArrayList<>(array.size());
    for (JsonNode element : array) {
      if (!(element instanceof ObjectNode item)) {
        throw new IOException("has an item that is not an object");
      }
      items.add(CachedItem.entry(item));
    }
    return Optional.of(List.copyOf(items));
  }

  Path path() {
    return file;
  }

  private Folder folder() {
    return new Folder(file.getParent(), file.getParent());
  }
}
