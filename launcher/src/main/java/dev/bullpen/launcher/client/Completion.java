package dev.bullpen.launcher.client;

import dev.bullpen.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The params of {@code completion/complete}. Each change makes a copy. */
public record Completion(ObjectNode params) {
  /** Asks for the first values of a prompt's argument. */
  public static Completion ofPrompt(String name, String argument, String value) {
    return of("ref/prompt", "name", name, argument, value);
  }

  /** Asks for the first values of a variable of a resource's URI or template. */
  public static Completion ofResource(String uri, String argument, String value) {
    return of("ref/resource", "uri", uri, argument, value);
  }

  private static Completion of(
      String type, String key, String name, String argument, String value) {
    ObjectNode params = Json.object();
    params.putObject("ref").put("type", type).put(key, name);
    params.putObject("argument").put("name", argument).put("value", value);
    return new Completion(params);
  }

  /** Adds the value of another argument. */
  public Completion knowing(String otherArgument, String itsValue) {
    ObjectNode more = params.deepCopy();
    more.withObjectProperty("context").withObjectProperty("arguments").put(otherArgument, itsValue);
    return new Completion(more);
  }

  /** Asks for at most so many values. */
  public Completion atMost(int size) {
    return new Completion(params.deepCopy().put("limit", size));
  }

  /** Asks for the values after another page; for the first values if the cursor is empty. */
  public Completion from(Optional<String> cursor) {
    return cursor.map(at -> new Completion(params.deepCopy().put("cursor", at))).orElse(this);
  }

  /**
   * The values in a result of completion/complete.
   *
   * @param shown the values; control characters are replaced, so that they cannot move the cursor
   */
  public record Values(
      List<String> shown, OptionalInt total, boolean hasMore, Optional<String> nextCursor) {
    /** Bullpen's own metadata: the specification has no pages of completions. */
    private static final String NEXT_CURSOR = "dev.bullpen/nextCursor";

    public static Values of(JsonNode result) {
      JsonNode completion = result.path("completion");
      List<String> shown = new ArrayList<>();
      completion
          .path("values")
          .forEach(value -> shown.add(value.stringValue("").replaceAll("\\p{Cc}", "\uFFFD")));
      JsonNode total = completion.path("total");
      return new Values(
          List.copyOf(shown),
          total.isInt() ? OptionalInt.of(total.intValue()) : OptionalInt.empty(),
          completion.path("hasMore").booleanValue(false),
          Optional.of(result.path("_meta").path(NEXT_CURSOR).stringValue(""))
              .filter(cursor -> !cursor.isEmpty()));
    }

    /** The number of values, such as "2 values of 14", or "2 values" if these are all. */
    public String count() {
      String count =
          shown.isEmpty() ? "no values" : shown.size() == 1 ? "1 value" : shown.size() + " values";
      return total.isPresent() && total.getAsInt() > shown.size()
          ? count + " of " + total.getAsInt()
          : count;
    }
  }
}
