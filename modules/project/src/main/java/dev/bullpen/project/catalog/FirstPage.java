package dev.bullpen.project.catalog;

import dev.bullpen.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a list begins.
 *
 * @param fingerprint of the whole list, as {@link Catalog#fingerprint}
 * @param total how many there are in the whole list
 * @param definitions the first of them, as the catalog lists them; to be read only
 */
public record FirstPage(String fingerprint, int total, List<ObjectNode> definitions) {
  /** As many as a page has by default. */
  static final int MOST = 250;

  /** Bytes; pages of ordinary definitions have a tenth, but an icon may be in one. */
  static final int MAX_BYTES = 524_288;

  private static final String FINGERPRINT = "fingerprint";
  private static final String TOTAL = "total";
  private static final String PAGE = "page";

  /** Of a list as it is in a catalog: as much as there is room for. */
  static FirstPage of(String fingerprint, List<ObjectNode> all) {
    List<ObjectNode> first = new ArrayList<>();
    int bytes = 0;
    for (ObjectNode definition : all.subList(0, Math.min(MOST, all.size()))) {
      bytes += Json.bytes(definition).length;
      if (bytes > MAX_BYTES) {
        break;
      }
      first.add(definition);
    }
    return new FirstPage(fingerprint, all.size(), List.copyOf(first));
  }

  /** Whether so many can be shown, or all if there are not that many. */
  public boolean has(int wanted) {
    return definitions.size() >= Math.min(wanted, total);
  }

  /** The members it is written as. */
  void addTo(ObjectNode file) {
    ArrayNode page = Json.array();
    page.addAll(definitions);
    file.put(FINGERPRINT, fingerprint).put(TOTAL, total).set(PAGE, page);
  }

  /** Read it again; empty if it is none. */
  static Optional<FirstPage> read(JsonNode file) {
    if (!(file.get(PAGE) instanceof ArrayNode page)
        || !file.path(TOTAL).isInt()
        || !file.path(FINGERPRINT).isString()) {
      return Optional.empty();
    }
    List<ObjectNode> definitions = new ArrayList<>(page.size());
    for (JsonNode element : page) {
      if (!(element instanceof ObjectNode definition)) {
        return Optional.empty();
      }
      definitions.add(definition);
    }
    return Optional.of(
        new FirstPage(
            file.get(FINGERPRINT).stringValue(), file.get(TOTAL).intValue(), definitions));
  }
}
