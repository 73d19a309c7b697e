package dev.bullpen.project;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.metadata.IconReader;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.ServerIdentity;
import dev.bullpen.project.uri.UriSyntax;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads {@code server.d/server.meta.json} and its companions.
 *
 * <p>Nothing here can fail: what is broken is said once and replaced by its default, because a
 * server that does not answer {@code initialize} cannot even tell what is wrong. The variables
 * {@code MCPBASH_SERVER_*} are defaults only where there is no file.
 */
final class ServerIdentityReader {
  /** In the folder of the server. */
  static final String METADATA = "server.meta.json";

  private static final String WEBSITE_URL = "websiteUrl";
  private static final String NO_VERSION = "0.0.0";

  private final List<Folder> within;
  private final Path root;
  private final Path server;
  private final Map<String, String> env;
  private final Consumer<String> warnings;

  private ServerIdentityReader(Layout layout, Map<String, String> env, Consumer<String> warnings) {
    this.within = List.of(layout.server(), layout.root());
    this.root = layout.root().path();
    this.server = layout.server().path();
    this.env = env;
    this.warnings = warnings;
  }

  static ServerIdentity read(Layout layout, Map<String, String> env, Consumer<String> warnings) {
    return new ServerIdentityReader(layout, env, warnings).read();
  }

  private ServerIdentity read() {
    Path file = server.resolve(METADATA);
    ObjectNode meta =
        !Files.exists(file) && Absence.isCertain(file)
            ? environmentAsMetadata()
            : SmallFile.object(file, warnings, within).orElseGet(Json::object);
    String name = text(meta, "name").orElseGet(this::folderName);
    return new ServerIdentity(
        name,
        text(meta, "title").orElseGet(() -> titleCased(name)),
        text(meta, "version").or(this::versionFile).or(this::packageVersion).orElse(NO_VERSION),
        text(meta, "description"),
        websiteUrl(meta),
        icons(meta),
        meta.path("cache"),
        meta.path("env"),
        instructions());
  }

  private ObjectNode environmentAsMetadata() {
    ObjectNode meta = Json.object();
    Stream.of("name", "title", "version", "description")
        .forEach(key -> variable(key.toUpperCase(Locale.ROOT)).ifPresent(v -> meta.put(key, v)));
    variable("WEBSITE_URL").ifPresent(value -> meta.put(WEBSITE_URL, value));
    variable("ICONS").ifPresent(value -> meta.set("icons", parsedIcons(value)));
    return meta;
  }

  private JsonNode parsedIcons(String json) {
    try {
      return Json.parseLastWins(json);
    } catch (JsonException e) {
      warnings.accept(
          "MCPBASH_SERVER_ICONS is ignored: %s. Set it to a JSON array of icons."
              .formatted(e.getMessage()));
      return Json.array();
    }
  }

  private Optional<String> text(ObjectNode meta, String key) {
    Optional<String> text = Members.text(meta, key);
    if (text.isEmpty() && Members.value(meta, key).isPresent()) {
      warnings.accept(
          "%s: \"%s\" is ignored: it is not a string with something in it."
              .formatted(server.resolve(METADATA), key));
    }
    return text;
  }

  private Optional<String> websiteUrl(ObjectNode meta) {
    Optional<String> url = text(meta, WEBSITE_URL);
    url.filter(written -> UriSyntax.scheme(written).isEmpty())
        .ifPresent(
            written ->
                warnings.accept(
                    "%s: \"websiteUrl\" is not shown to clients: \"%s\" is no URI. Begin it with https://."
                        .formatted(server.resolve(METADATA), EscapedBytes.of(written))));
    return url;
  }

  private Optional<ArrayNode> icons(ObjectNode meta) {
    Path file = server.resolve(METADATA);
    return new IconReader(
            file.getParent(), problem -> warnings.accept("%s: %s".formatted(file, problem)), within)
        .read(meta);
  }

  private Optional<String> instructions() {
    return SmallFile.text(server.resolve("server.instructions.md"), warnings, within)
        .or(() -> variable("INSTRUCTIONS"))
        .map(ServerIdentityReader::withoutLastNewlines)
        .filter(Predicate.not(String::isBlank));
  }

  private Optional<String> versionFile() {
    return SmallFile.text(root.resolve("VERSION"), warnings, within)
        .flatMap(text -> text.lines().findFirst())
        .map(String::strip)
        .filter(Predicate.not(String::isEmpty));
  }

  private Optional<String> packageVersion() {
    return SmallFile.object(root.resolve("package.json"), warnings, within)
        .flatMap(json -> Members.text(json, "version"));
  }

  private Optional<String> variable(String suffix) {
    String value = env.getOrDefault("MCPBASH_SERVER_" + suffix, "");
    return value.isBlank() ? Optional.empty() : Optional.of(value);
  }

  private String folderName() {
    Path name = root.toAbsolutePath().normalize().getFileName();
    return name == null ? "project" : name.toString();
  }

  private static String withoutLastNewlines(String text) {
    int end = text.length();
    while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    return text.substring(0, end);
  }

  private static String titleCased(String name) {
    String title =
        Stream.of(name.split("[-_\\s]+"))
            .filter(Predicate.not(String::isEmpty))
            .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
            .collect(Collectors.joining(" "));
    return title.isEmpty() ? name : title;
  }
}
