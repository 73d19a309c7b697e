package dev.bullpen.json;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What can still be told of a value that {@link Json#parse} refuses although it is JSON: a name
 * stands twice in an object, or something is beyond a limit. It is read once more for this, so that
 * what is in order is read no slower; containers are skipped, so it is bounded as well.
 *
 * @param members of an object, those that stand in it twice as null and containers empty; none for
 *     any other value
 * @param isWhole false if reading has ended at a limit; then there may be more members
 */
public record JsonSketch(ObjectNode members, boolean isWhole) {
  /** In a class of its own: most servers never need it. */
  private static final JsonFactory FORGIVING =
      Json.FACTORY.rebuild().disable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Read it; empty if it is no JSON. */
  public static Optional<JsonSketch> of(byte[] utf8) {
    ObjectNode members = NODES.objectNode();
    try (JsonParser in = FORGIVING.createParser(ObjectReadContext.empty(), Json.decode(utf8))) {
      if (in.nextToken() == JsonToken.START_OBJECT) {
        while (in.nextToken() != JsonToken.END_OBJECT) {
          read(in, members);
        }
      } else {
        in.skipChildren();
      }
      return in.nextToken() == null ? Optional.of(new JsonSketch(members, true)) : Optional.empty();
    } catch (StreamReadException | JsonException e) {
      return Optional.empty();
    } catch (JacksonException | NumberFormatException e) { // a limit
      return Optional.of(new JsonSketch(members, false));
    }
  }

  private static void read(JsonParser in, ObjectNode members) {
    String name = in.currentName();
    JsonToken value = in.nextToken();
    if (members.has(name)) {
      members.putNull(name);
    } else if (value == JsonToken.START_OBJECT) {
      members.putObject(name);
    } else if (value == JsonToken.START_ARRAY) {
      members.putArray(name);
    } else {
      members.set(name, Json.read(in, value));
    }
    in.skipChildren();
  }
}
