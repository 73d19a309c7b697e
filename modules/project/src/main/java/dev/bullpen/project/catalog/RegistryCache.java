package dev.bullpen.project.catalog;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationKind;
import dev.bullpen.project.registration.RegistrationReader;
import dev.bullpen.project.registration.RegistrationReader.Entry;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.setting.OperatorSettings.NumberSetting;
import dev.bullpen.project.setting.OperatorSettings.SwitchSetting;
import dev.bullpen.project.tool.UiResource;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The folder {@code MCPBASH_REGISTRY_DIR}, by default the project's {@code .registry}, with the
 * catalog as files. They are for other programs, and are served without reading the project if
 * {@code MCPBASH_STATIC_REGISTRY=1}.
 *
 * <p>The caches decide which programs run, so they must be as trustworthy as a registration. A
 * failure to write them does not fail a reading, and the watch of the project leaves this folder
 * out.
 *
 * <p>An item has the members of mcp-bash's caches, and all others that the author wrote. mcp-bash
 * adds members that an author leaves out, such as the content type. {@code _meta} names those
 * members, so that a reader of the item knows what the author wrote. A URI that is a file's place
 * is one of them: it is that of the file's place when the cache is read, because the project, or a
 * bundle of it, may have moved.
 */
public final class RegistryCache {
  private static final Logger LOG = System.getLogger("bullpen.registry");

  /** Member of {@code _meta}: names of the members that the author did not write. */
  private static final String ASSUMED = "dev.bullpen/assumed";

  private static final String META = "_meta";
  private static final String ICONS = "icons";
  private static final String FORMAT_VERSION = "format_version";
  private static final String HASH = "hash";
  private static final String ITEMS = "items";

  private static final String URI = "uri";
  private static final String PATH = "path";

  /** Members that the catalog decides, whatever the author wrote. */
  private static final Set<String> DECIDED = Set.of("name", PATH, "provider");

  private static final String INTERFACES = "ui-resources.json";

  /** In the order of messages. */
  private static final Map<RegistrationKind, String> FILES =
      new EnumMap<>(
          Map.of(
              RegistrationKind.TOOLS, "tools.json",
              RegistrationKind.RESOURCES, "resources.json",
              RegistrationKind.RESOURCE_TEMPLATES, "resource-templates.json",
              RegistrationKind.PROMPTS, "prompts.json"));

  private final Layout layout;
  private final Path folder;
  private final boolean isWritten;
  private final int maxBytes;
  private final AtomicBoolean isRefusalLogged = new AtomicBoolean();
  private final Object writingLock = new Object();
  private volatile boolean isClosed;

  /** By file, the hash of its known content. */
  private final Map<Path, String> known = new ConcurrentHashMap<>();

  public RegistryCache(Layout layout, Map<String, String> env) {
    this.layout = layout;
    String named = env.getOrDefault("MCPBASH_REGISTRY_DIR", "");
    this.folder =
        named.isEmpty()
            ? layout.root().path().resolve(".registry")
            : Path.of(named).toAbsolutePath().normalize();
    // A static registry must not change, and mcp-bash's other setting protects one too. The
    // distribution's examples stay as installed.
    this.isWritten =
        !isStatic(env)
            && !SwitchSetting.REGISTRY_REFRESH_NO_WRITE.isOn(env)
            && !folder.startsWith(layout.home().resolve("examples"));
    this.maxBytes = NumberSetting.REGISTRY_MAX_BYTES.inForce(env);
  }

  static boolean isStatic(Map<String, String> env) {
    return SwitchSetting.STATIC_REGISTRY.isOn(env);
  }

  public Path folder() {
    return folder;
  }

  /**
   * Write the current catalog to the files whose content has changed. Never fails: if the folder
   * cannot be written, that is logged once at debug level. Reads and writes files, so it is for the
   * threads that read the catalog, not for those that answer requests.
   *
   * @param current called while no other thread writes, so that an older catalog never replaces a
   *     newer one
   */
  public void write(Supplier<Catalog> current) {
    synchronized (writingLock) {
      Catalog catalog = current.get();
      if (!isClosed) {
        write(catalog, Instant.now());
      }
    }
  }

  /**
   * The same, for a command that writes the caches.
   *
   * @throws IOException if a file could not be written; earlier ones have been
   */
  public void writeOrFail(Catalog catalog) throws IOException {
    synchronized (writingLock) {
      writeAll(catalog, Instant.now());
    }
  }

  /** Write nothing more. A write in progress is not waited for. */
  public void close() {
    isClosed = true;
  }

  void write(Catalog catalog, Instant now) {
    // A folder that is not really a project is left unchanged.
    boolean isNoProject = !Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && !layout.isThere();
    if (!isWritten || catalog.broken().isPresent() || isNoProject) {
      return;
    }
    try {
      writeAll(catalog, now);
    } catch (IOException e) {
      if (isRefusalLogged.compareAndSet(false, true)) {
        LOG.log(Level.DEBUG, "The registry in {0} is not written: {1}", folder, e.toString());
      }
    }
  }

  private void writeAll(Catalog catalog, Instant now) throws IOException {
    makeFolder();
    for (Map.Entry<RegistrationKind, String> file : FILES.entrySet()) {
      write(folder.resolve(file.getValue()), items(catalog, file.getKey()), now);
    }
    write(
        folder.resolve(INTERFACES),
        catalog.uiResources().stream().map(UiResource::definition),
        now);
  }

  private void makeFolder() throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(folder.getParent());
      try {
        Files.createDirectory(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      } catch (FileAlreadyExistsException e) {
        // A folder made by another server of this project is checked like any other.
        LOG.log(Level.TRACE, "{0} was made by another server", folder);
      }
    }
    Optional<TrustCheck.Objection> objection = TrustCheck.firstObjection(List.of(folder));
    if (objection.isPresent()) {
      throw new IOException(objection.get().fact());
    }
  }

  /**
   * Write items to a file unless it has them already. Readers see either the old content or the new
   * one, complete, also with several writers.
   *
   * <p>The hash covers only the items. mcp-bash's hash also covers file times, so mcp-bash takes
   * this one for that of a changed project, which is harmless.
   *
   * @throws IOException if that fails; the file is then unchanged
   */
  private void write(Path file, Stream<ObjectNode> items, Instant now) throws IOException {
    ArrayNode array = Json.array();
    items.forEach(array::add);
    String hash = Fingerprint.sha256(Json.bytes(array));
    if (hash.equals(known.computeIfAbsent(file, this::hash))
        && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    byte[] bytes = Json.bytes(envelope(file, array, hash, now));
    if (bytes.length > maxBytes) {
      throw new IOException("%s would be longer than %d bytes".formatted(file, maxBytes));
    }
    // In the same folder, because a rename works only within one file system.
    Path fresh = Files.createTempFile(folder, "." + file.getFileName() + ".", ".tmp");
    try {
      Files.write(fresh, bytes);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
    known.put(file, hash);
  }

  /** The object around the items, with mcp-bash's members in mcp-bash's order. */
  private static ObjectNode envelope(Path file, ArrayNode items, String hash, Instant now) {
    String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    ObjectNode envelope = Json.object();
    if (file.endsWith(INTERFACES)) {
      envelope.put("version", 1).put(HASH, hash).put("timestamp", time).set("uiResources", items);
    } else {
      envelope.put(FORMAT_VERSION, 1).put("version", 1).put("generatedAt", time).set(ITEMS, items);
      envelope.put(HASH, hash).put("total", items.size());
    }
    return envelope;
  }

  private String hash(Path file) {
    try {
      return parsed(file).path(HASH).stringValue("");
    } catch (IOException | JsonException e) {
      return "";
    }
  }

  private JsonNode parsed(Path file) throws IOException, JsonException {
    return Json.parseLastWins(SmallFile.read(file, maxBytes, List.of(new Folder(folder, folder))));
  }

  /**
   * The content of the files, kind by kind. A kind is left open if its file certainly does not
   * exist. It is empty, with a warning, if the file is not trusted or not understood, because items
   * may be missing from it on purpose.
   */
  Registration read(Warnings warnings) {
    if (Absence.isCertain(folder)) {
      return Registration.NONE;
    }
    Map<RegistrationKind, List<ObjectNode>> entries = new EnumMap<>(RegistrationKind.class);
    for (RegistrationKind kind : FILES.keySet()) {
      read(kind, warnings).ifPresent(all -> entries.put(kind, all));
    }
    boolean hasTemplates = entries.containsKey(RegistrationKind.RESOURCE_TEMPLATES);
    return new Registration(folder.toString(), entries, hasTemplates, Map.of());
  }

  private Optional<List<ObjectNode>> read(RegistrationKind kind, Warnings warnings) {
    Path file = folder.resolve(FILES.get(kind));
    if (isMissing(file)) {
      return Optional.empty();
    }
    String fact;
    String nextStep;
    Optional<TrustCheck.Objection> objection =
        TrustCheck.firstObjection(
            folder.startsWith(layout.root().path()) ? layout.wayTo(file) : List.of(file, folder));
    if (objection.isPresent()) {
      fact = objection.get().fact();
      nextStep = objection.get().nextStep();
    } else {
      try {
        return Optional.of(
            new RegistrationReader(layout, file).servable(kind, entries(file), warnings));
      } catch (IOException e) {
        fact = "it " + e.getMessage();
        nextStep = "Remove it, or MCPBASH_STATIC_REGISTRY";
      }
    }
    if (isMissing(file)) {
      return Optional.empty(); // removed meanwhile
    }
    warnings.add(
        "%s is not served: %s. So there are no %s. %s."
            .formatted(file, fact, kind.member(), nextStep));
    return Optional.of(List.of());
  }

  private boolean isMissing(Path file) {
    return Files.isDirectory(folder) && Absence.isCertain(file);
  }

  /**
   * The items of a file as entries of a registration.
   *
   * @throws IOException if it is not a cache; the message completes a sentence that starts with the
   *     file's name
   */
  private List<Entry> entries(Path file) throws IOException {
    JsonNode envelope;
    try {
      envelope = parsed(file);
    } catch (JsonException e) {
      throw new IOException("is not read: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IOException(
          "is not a readable, regular file of at most %d bytes".formatted(maxBytes), e);
    }
    if (envelope.path(FORMAT_VERSION).doubleValue(0) != 1
        || !(envelope.get(ITEMS) instanceof ArrayNode array)) {
      throw new IOException("does not have the form \"format_version\": 1, \"items\": [...]");
    }
    List<Entry> entries = new ArrayList<>(array.size());
    for (JsonNode element : array) {
      if (!(element instanceof ObjectNode item)) {
        throw new IOException("has an item that is not an object");
      }
      entries.add(new Entry("an item", withUri(item, written(item))));
    }
    return entries;
  }

  Optional<String> note() {
    List<String> missing =
        FILES.values().stream().filter(name -> Absence.isCertain(folder.resolve(name))).toList();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "MCPBASH_STATIC_REGISTRY is on, but %s has no %s, so these lists are read from the project. Start the server once without the setting to write the files."
                .formatted(folder, String.join(", ", missing)));
  }

  private Stream<ObjectNode> items(Catalog catalog, RegistrationKind kind) {
    return switch (kind) {
      case TOOLS -> catalog.tools().stream().map(tool -> with(tool.metadata(), tool.definition()));
      case RESOURCES ->
          catalog.resources().stream()
              .map(
                  one -> item(one.described(), one.metadata(), one.definition(), !isItsPlace(one)));
      case RESOURCE_TEMPLATES ->
          catalog.templates().stream()
              .map(one -> item(described(one), one.metadata(), one.definition(), true));
      case PROMPTS ->
          catalog.prompts().stream()
              .map(one -> item(one.described(), one.metadata(), one.definition(), true));
      case COMPLETIONS -> Stream.empty();
    };
  }

  /** Only in the caches: no script gets a template's description. */
  private static ObjectNode described(ResourceTemplate template) {
    ObjectNode described = Json.object();
    described.put("name", template.name());
    described.put("uriTemplate", template.template().text());
    if (!template.path().isEmpty()) {
      described.put("path", template.path());
    }
    return described.put("provider", template.provider());
  }

  /** Whether the URI of a resource says where its file is now, because its author wrote none. */
  private boolean isItsPlace(Resource resource) {
    return !resource.metadata().has(URI) && resource.uri().equals(place(resource.path()));
  }

  private String place(String path) {
    return FileUri.of(layout.resources().path().resolve(path));
  }

  private static ObjectNode item(
      ObjectNode described, ObjectNode written, ObjectNode definition, boolean hasUri) {
    ArrayNode assumed = Json.array();
    for (String member : described.propertyNames()) {
      boolean isDecided = DECIDED.contains(member) || member.equals(URI) && hasUri;
      if (!isDecided && !written.has(member)) {
        assumed.add(member);
      }
    }
    ObjectNode item = with(described, written);
    // As clients see them, because the base of the author's relative paths is no longer known.
    item.remove(ICONS);
    Members.value(definition, ICONS).ifPresent(icons -> item.set(ICONS, icons));
    if (!assumed.isEmpty()) {
      item.set(META, copy(item.path(META)).set(ASSUMED, assumed));
    }
    return item;
  }

  private static ObjectNode with(ObjectNode one, ObjectNode other) {
    ObjectNode both = copy(one);
    other.properties().forEach(member -> both.putIfAbsent(member.getKey(), member.getValue()));
    return both;
  }

  private static ObjectNode written(ObjectNode item) {
    if (!(item.path(META).get(ASSUMED) instanceof ArrayNode assumed)) {
      return item;
    }
    ObjectNode entry = copy(item);
    ObjectNode meta = copy(item.get(META));
    meta.remove(ASSUMED);
    entry.set(META, meta);
    if (meta.isEmpty()) {
      entry.remove(META);
    }
    assumed.forEach(member -> entry.remove(member.stringValue("")));
    return entry;
  }

  /** The entry with the URI of the file's place, if the item has the one of an earlier place. */
  private ObjectNode withUri(ObjectNode item, ObjectNode entry) {
    String path = entry.path(PATH).stringValue("");
    try {
      return item.has(URI) && !entry.has(URI) ? entry.put(URI, place(path)) : entry;
    } catch (InvalidPathException e) {
      return entry; // reported as one without a URI
    }
  }

  private static ObjectNode copy(JsonNode object) {
    ObjectNode copy = Json.object();
    object.properties().forEach(member -> copy.set(member.getKey(), member.getValue()));
    return copy;
  }
}
