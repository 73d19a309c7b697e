package dev.bullpen.launcher.client;

import dev.bullpen.json.Json;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** What to complete: the params of completion/complete, each change a copy. */
public record Completion(ObjectNode params) {
  /** The first values for an argument of a prompt, with nothing else given. */
  public static Completion ofPrompt(String name, String argument, String value) {
    return of("ref/prompt", "name", name, argument, value);
  }

  /** The same for a variable of a resource's URI or template. */
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

  /** Another argument already has a value. */
  public Completion knowing(String otherArgument, String itsValue) {
    ObjectNode more = params.deepCopy();
    more.withObjectProperty("context").withObjectProperty("arguments").put(otherArgument, itsValue);
    return new Completion(more);
  }

  /** At most so many values, and not as many as the server likes. */
  public Completion atMost(int size) {
    return new Completion(params.deepCopy().put("limit", size));
  }

  /** From where another page ended; from the beginning if it was the last, or there is none. */
  public Completion from(Optional<String> cursor) {
    return cursor.map(at -> new Completion(params.deepCopy().put("cursor", at))).orElse(this);
  }
}
