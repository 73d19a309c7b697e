package dev.bullpen.protocol.shape;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.Revision;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An object of the specification: the kind of each member, and the revision that introduced it.
 *
 * <p>A member that does not fit, or that the revision does not define, is left out. Without a
 * required member there is no object. The order is kept. It uses plain loops, because every tool
 * result passes through it.
 */
public final class Shape implements Kind {
  private record Field(Kind kind, Revision since, boolean required) {}

  private final Map<String, Field> fields;

  private Shape(Map<String, Field> fields) {
    this.fields = fields;
  }

  public static Shape empty() {
    return new Shape(Map.of());
  }

  public Shape must(String name, Kind kind) {
    return with(name, new Field(kind, Revision.V2024_11_05, true));
  }

  public Shape may(String name, Kind kind) {
    return may(name, kind, Revision.V2024_11_05);
  }

  public Shape may(String name, Kind kind, Revision since) {
    return with(name, new Field(kind, since, false));
  }

  private Shape with(String name, Field field) {
    Map<String, Field> more = new LinkedHashMap<>(fields);
    more.put(name, field);
    return new Shape(more);
  }

  @Override
  public Optional<JsonNode> fit(JsonNode value, Revision revision) {
    return object(value, revision).map(JsonNode.class::cast);
  }

  public Optional<ObjectNode> object(JsonNode value, Revision revision) {
    if (!value.isObject()) {
      return Optional.empty();
    }
    ObjectNode fitting = Json.object();
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      Field field = fields.get(member.getKey());
      if (field != null && revision.isSince(field.since)) {
        Optional<JsonNode> fit = field.kind.fit(member.getValue(), revision);
        if (fit.isPresent()) {
          fitting.set(member.getKey(), fit.get());
        }
      }
    }
    return isWhole(fitting) ? Optional.of(fitting) : Optional.empty();
  }

  /** The names of its members that do not fit. */
  List<String> misfits(JsonNode value) {
    return value.properties().stream()
        .filter(member -> isMisfit(fields.get(member.getKey()), member.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean isMisfit(@Nullable Field field, JsonNode value) {
    return field != null && field.kind.fit(value, Revision.V2026_07_28).isEmpty();
  }

  private boolean isWhole(ObjectNode object) {
    for (Map.Entry<String, Field> field : fields.entrySet()) {
      if (field.getValue().required && !object.has(field.getKey())) {
        return false;
      }
    }
    return true;
  }
}
