package dev.bullpen.project.catalog;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The beginning of a list in a file: {@code {"version": 1, "origin", "fingerprint", "total",
 * "page": [...]}}. Small, so that it is there long before the catalog is.
 */
final class FirstPageFile {
  private static final int VERSION = 1;
  private static final String ORIGIN = "origin";

  private final Path file;

  /** The fingerprint of the list it has been given; null before the first. */
  private String given;

  /** Of the list whose cache is that file. */
  static FirstPageFile beside(Path cache) {
    return new FirstPageFile(cache.resolveSibling("first-" + cache.getFileName()));
  }

  private FirstPageFile(Path file) {
    this.file = file;
  }

  Path path() {
    return file;
  }

  boolean exists() {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Put a page into the file, unless it holds it already, or it has been given it before and the
   * list is still the same: a file that is written to all the time is another origin each time, and
   * would have it written as often. For one thread.
   *
   * @param origin what the list was made from
   * @throws IOException if that is not possible
   */
  void write(String origin, FirstPage page) throws IOException {
    if (exists() && (page.fingerprint().equals(given) || holds(origin, page))) {
      given = page.fingerprint();
      return;
    }
    ObjectNode envelope = Json.object().put("version", VERSION).put(ORIGIN, origin);
    page.addTo(envelope);
    WholeFile.write(file, Json.bytes(envelope));
    given = page.fingerprint();
  }

  private boolean holds(String origin, FirstPage page) {
    return read().filter(held -> held.is(origin, page.fingerprint())).isPresent();
  }

  /** The page, if the list would be made from the same. */
  Optional<FirstPage> read(CatalogKind kind, ListOrigins origins) {
    return read().filter(held -> origins.is(kind, held.origin())).map(Held::page);
  }

  /** What is in the file; empty for what is none of ours, which the next reading replaces. */
  private Optional<Held> read() {
    try {
      Folder folder = new Folder(file.getParent(), file.getParent());
      JsonNode envelope = Json.parse(SmallFile.read(file, SmallFile.MAX_BYTES, List.of(folder)));
      return envelope.path("version").intValue(0) == VERSION && envelope.path(ORIGIN).isString()
          ? FirstPage.read(envelope).map(page -> new Held(envelope.get(ORIGIN).stringValue(), page))
          : Optional.empty();
    } catch (IOException | JsonException e) {
      return Optional.empty();
    }
  }

  private record Held(String origin, FirstPage page) {
    boolean is(String otherOrigin, String fingerprint) {
      return origin.equals(otherOrigin) && page.fingerprint().equals(fingerprint);
    }
  }
}
