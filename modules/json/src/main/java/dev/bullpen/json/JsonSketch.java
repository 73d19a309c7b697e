package dev.bullpen.json;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What can be read of a value that {@link Json#parse} refuses although it is JSON: an object has a
 * name twice, a name holds half a surrogate pair, or a limit is exceeded. Such a value is read a
 * second time, so that others are read no slower. Containers are skipped, which bounds the work.
 *
 * @param members the members of an object; names that occur twice are null, containers are empty.
 *     None for any other value
 * @param isWhole false if reading has ended at a limit; then there may be more members
 * @param hasHalfPairs whether a name holds half a surrogate pair, for which {@code members} has
 *     U+FFFD
 */
public record JsonSketch(ObjectNode members, boolean isWhole, boolean hasHalfPairs) {
  /** A longer string exceeds the limit, as there may be no memory for it. */
  private static final int MOST_CHARS = 1024 * 1024;

  private static final JsonFactory FORGIVING =
      Json.LAST_WINS
          .rebuild()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Json.MAX_DEPTH)
                  .maxStringLength(MOST_CHARS)
                  .maxNumberLength(Json.MAX_DIGITS)
                  .build())
          .build();

  /** Read it; empty if it is no JSON. */
  public static Optional<JsonSketch> of(byte[] utf8) {
    try {
      String text = Json.decode(utf8);
      return of(text, false)
          .or(() -> HalfPairs.mendedInNames(text).flatMap(mended -> of(mended, true)));
    } catch (JsonException e) { // not UTF-8, or no memory for a copy
      return e.isBeyondLimit() ? of(new ByteArrayInputStream(utf8)) : Optional.empty();
    }
  }

  private static Optional<JsonSketch> of(String text, boolean hasHalfPairs) {
    try (JsonParser in = Json.parser(FORGIVING, text)) {
      return read(in, hasHalfPairs);
    }
  }

  /** Read one that is too long to be kept, in constant memory; empty if it is no JSON. */
  public static Optional<JsonSketch> of(InputStream utf8) {
    try (JsonParser in = FORGIVING.createParser(ObjectReadContext.empty(), utf8)) {
      return read(in, false);
    } catch (JacksonException e) {
      return Optional.empty(); // the stream cannot be read
    }
  }

  private static Optional<JsonSketch> read(JsonParser in, boolean hasHalfPairs) {
    ObjectNode members = Json.NODES.objectNode();
    try {
      if (in.nextToken() == JsonToken.START_OBJECT) {
        while (in.nextToken() != JsonToken.END_OBJECT) {
          read(in, members);
        }
      } else {
        in.skipChildren();
      }
      return in.nextToken() == null
          ? Optional.of(new JsonSketch(members, true, hasHalfPairs))
          : Optional.empty();
    } catch (StreamReadException | JsonException e) {
      return Optional.empty();
    } catch (JacksonException | NumberFormatException e) { // a limit
      return Optional.of(new JsonSketch(members, false, hasHalfPairs));
    }
  }

  private static void read(JsonParser in, ObjectNode members) throws JsonException {
    String name = in.currentName();
    JsonToken value = in.nextToken();
    if (members.has(name)) {
      members.putNull(name);
    } else if (value == JsonToken.START_OBJECT) {
      members.putObject(name);
    } else if (value == JsonToken.START_ARRAY) {
      members.putArray(name);
    } else {
      members.set(name, new TreeReader(in).read(value));
    }
    in.skipChildren();
  }
}
