package dev.bullpen.project.metadata;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.uri.UriSyntax;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The server's description of itself in {@code initialize}, {@code server/discover} and result
 * metadata.
 *
 * @param name programmatic name, never blank
 * @param title name for people, never blank
 * @param version free text, never blank
 * @param icons objects with a string {@code src}, as the project wrote them; must not be changed
 * @param cache a hint for clients about keeping results, {@code {ttlMs?, scope?}}, as the project
 *     wrote it; may be missing; must not be changed
 * @param environment which variables its scripts get, as the project wrote it; may be missing; must
 *     not be changed
 * @param instructions the text of {@code server.d/server.instructions.md} without its last newlines
 */
public record ServerIdentity(
    String name,
    String title,
    String version,
    Optional<String> description,
    Optional<String> websiteUrl,
    Optional<ArrayNode> icons,
    JsonNode cache,
    JsonNode environment,
    Optional<String> instructions) {
  /** The file name, in the server's folder. */
  public static final String METADATA = "server.meta.json";

  private static final String WEBSITE_URL = "websiteUrl";
  private static final String NO_VERSION = "0.0.0";

  /**
   * Reads {@code server.d/server.meta.json} and its companion files. Broken parts are replaced by
   * their defaults with a warning, because a server that does not answer {@code initialize} cannot
   * even report an error. The variables {@code MCPBASH_SERVER_*} are defaults, used only if there
   * is no file.
   */
  public static ServerIdentity read(Layout layout, Map<String, String> env, Warnings warnings) {
    return new Reader(layout, env, warnings).read();
  }

  /** A name as a title: words with a capital each, in place of hyphens and underscores. */
  public static String titleCased(String name) {
    String title =
        Stream.of(name.split("[-_\\s]+"))
            .filter(Predicate.not(String::isEmpty))
            .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
            .collect(Collectors.joining(" "));
    return title.isEmpty() ? name : title;
  }

  private record Reader(Layout layout, Map<String, String> env, Warnings warnings) {
    ServerIdentity read() {
      Path file = inServer(METADATA);
      Members meta =
          new Members(
              !Files.exists(file) && Absence.isCertain(file)
                  ? environmentAsMetadata()
                  : SmallFile.object(file, warnings, within()).orElseGet(Json::object),
              warnings.about(file));
      String name = text(meta, "name").orElseGet(this::folderName);
      return new ServerIdentity(
          name,
          text(meta, "title").orElseGet(() -> titleCased(name)),
          text(meta, "version").or(this::versionFile).or(this::packageVersion).orElse(NO_VERSION),
          text(meta, "description"),
          websiteUrl(meta),
          Members.silentArray(
              new WrittenDefinition(meta.object(), meta.warnings())
                  .icons(layout.server().path(), within())
                  .built(),
              "icons"),
          meta.object().path("cache"),
          meta.object().path("env"),
          instructions());
    }

    private static Optional<String> text(Members meta, String key) {
      return meta.get(Member.text(key, "Correct it or leave it out"));
    }

    private Path inServer(String name) {
      return layout.server().path().resolve(name);
    }

    private List<Folder> within() {
      return List.of(layout.server(), layout.root());
    }

    private ObjectNode environmentAsMetadata() {
      ObjectNode meta = Json.object();
      Stream.of("name", "title", "version", "description")
          .forEach(key -> variable(key.toUpperCase(Locale.ROOT)).ifPresent(v -> meta.put(key, v)));
      variable("WEBSITE_URL").ifPresent(value -> meta.put(WEBSITE_URL, value));
      variable("ICONS").ifPresent(value -> meta.set("icons", parsedIcons(value)));
      return meta;
    }

    private Optional<String> variable(String suffix) {
      return Optional.of(env.getOrDefault("MCPBASH_SERVER_" + suffix, ""))
          .filter(Predicate.not(String::isBlank));
    }

    private JsonNode parsedIcons(String json) {
      try {
        return Json.parseLastWins(json);
      } catch (JsonException e) {
        warnings.add(
            "MCPBASH_SERVER_ICONS is ignored: %s. Set it to a JSON array of icons."
                .formatted(e.getMessage()));
        return Json.array();
      }
    }

    private static Optional<String> websiteUrl(Members meta) {
      Optional<String> url = text(meta, WEBSITE_URL);
      if (url.isPresent() && UriSyntax.scheme(url.get()).isEmpty()) {
        meta.warnings()
            .add(
                "\"websiteUrl\" is not shown to clients: \"%s\" is not a URI. Begin it with https://."
                    .formatted(EscapedBytes.of(url.get())));
      }
      return url;
    }

    private Optional<String> instructions() {
      return SmallFile.text(inServer("server.instructions.md"), warnings, within())
          .or(() -> variable("INSTRUCTIONS"))
          .map(Reader::withoutLastNewlines)
          .filter(Predicate.not(String::isBlank));
    }

    private static String withoutLastNewlines(String text) {
      int end = text.length();
      while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
        end--;
      }
      return text.substring(0, end);
    }

    private Optional<String> versionFile() {
      return SmallFile.text(layout.root().path().resolve("VERSION"), warnings, within())
          .flatMap(text -> text.lines().findFirst())
          .map(String::strip)
          .filter(Predicate.not(String::isEmpty));
    }

    private Optional<String> packageVersion() {
      return SmallFile.object(layout.root().path().resolve("package.json"), warnings, within())
          .flatMap(json -> Members.silentText(json, "version"));
    }

    private String folderName() {
      Path name = layout.root().path().getFileName();
      return name == null ? "project" : name.toString();
    }
  }
}
