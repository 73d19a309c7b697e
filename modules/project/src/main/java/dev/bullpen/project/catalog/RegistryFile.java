package dev.bullpen.project.catalog;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.tool.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One file of a registry cache: {@code {"format_version": 1, "version": 1, "generatedAt", "items":
 * [...], "hash", "total"}}; for interfaces {@code {"version": 1, "hash", "timestamp",
 * "uiResources": [...]}}.
 *
 * <p>An item is what mcp-bash has in its own, and everything else the author wrote. mcp-bash fills
 * in what an author leaves out, a kind of content for instance. Which members those are is told in
 * {@code _meta}, so that a reader of the item knows what was written and what was not.
 *
 * <p>{@code hash} is that of the items alone. mcp-bash mixes times of files into it, and so takes
 * ours for those of a project that has changed, which is harmless.
 */
final class RegistryFile {
  /** Member of {@code _meta}: names of the members that the author did not write. */
  static final String ASSUMED = "dev.bullpen/assumed";

  private static final String META = "_meta";
  private static final String ICONS = "icons";

  /** What the catalog decides, whatever the author wrote. */
  private static final Set<String> DECIDED = Set.of("name", "path", "uri", "provider");

  private static final String FORMAT_VERSION = "format_version";
  private static final String VERSION = "version";
  private static final String HASH = "hash";
  private static final String ITEMS = "items";

  private final Path file;
  private final boolean ofInterfaces;
  private final int maxBytes;

  /** The hash of what the file is known to hold; null before the first look. */
  private String known;

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
    String hash = Fingerprint.sha256(Json.bytes(array));
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
    // Beside the file, as only within one file system can it be renamed into its place.
    Path fresh = Files.createTempFile(file.getParent(), "." + file.getFileName() + ".", ".tmp");
    try {
      Files.write(fresh, bytes);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
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
      return parsed().path(HASH).stringValue("");
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
      envelope = parsed();
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
      items.add(entry(item));
    }
    return Optional.of(List.copyOf(items));
  }

  Path path() {
    return file;
  }

  private JsonNode parsed() throws IOException, JsonException {
    Folder folder = new Folder(file.getParent(), file.getParent());
    return Json.parseLastWins(SmallFile.read(file, maxBytes, List.of(folder)));
  }

  /** The item of a tool: as scripts are told it, and what only clients see. */
  static ObjectNode item(Tool tool) {
    return with(tool.metadata(), tool.definition());
  }

  static ObjectNode item(Prompt prompt) {
    return item(prompt.described(), prompt.metadata(), prompt.definition());
  }

  static ObjectNode item(Resource resource) {
    return item(resource.described(), resource.metadata(), resource.definition());
  }

  /** The item of a template, of which scripts are told nothing. */
  static ObjectNode item(ResourceTemplate template) {
    ObjectNode described = Json.object();
    described.put("name", template.name());
    described.put("uriTemplate", template.template().text());
    if (!template.path().isEmpty()) {
      described.put("path", template.path());
    }
    described.put("provider", template.provider());
    return item(described, template.metadata(), template.definition());
  }

  private static ObjectNode item(ObjectNode described, ObjectNode written, ObjectNode definition) {
    ArrayNode assumed = Json.array();
    for (String member : described.propertyNames()) {
      if (!DECIDED.contains(member) && !written.has(member)) {
        assumed.add(member);
      }
    }
    ObjectNode item = with(described, written);
    // As clients see them: what the author wrote may be relative to a place that is not known any
    // more.
    item.remove(ICONS);
    Members.value(definition, ICONS).ifPresent(icons -> item.set(ICONS, icons));
    if (!assumed.isEmpty()) {
      ObjectNode meta = copy(item.path(META));
      meta.set(ASSUMED, assumed);
      item.set(META, meta);
    }
    return item;
  }

  private static ObjectNode with(ObjectNode one, ObjectNode other) {
    ObjectNode both = copy(one);
    other.properties().forEach(member -> both.putIfAbsent(member.getKey(), member.getValue()));
    return both;
  }

  /** The item as an entry of a registration. */
  private static ObjectNode entry(ObjectNode item) {
    if (!(item.path(META).get(ASSUMED) instanceof ArrayNode assumed)) {
      return item;
    }
    ObjectNode entry = copy(item);
    ObjectNode meta = copy(item.get(META));
    meta.remove(ASSUMED);
    if (meta.isEmpty()) {
      entry.remove(META);
    } else {
      entry.set(META, meta);
    }
    for (JsonNode member : assumed) {
      entry.remove(member.stringValue(""));
    }
    return entry;
  }

  private static ObjectNode copy(JsonNode object) {
    ObjectNode copy = Json.object();
    object.properties().forEach(member -> copy.set(member.getKey(), member.getValue()));
    return copy;
  }
}
