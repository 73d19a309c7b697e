package dev.bullpen.launcher.client;

import dev.bullpen.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * What to complete.
 *
 * @param name a prompt's name, or a resource's URI or template
 * @param resource whether {@code name} is the latter
 * @param context arguments that already have a value
 * @param limit most values wanted; the server's own default if empty
 * @param cursor where the previous page ended
 */
public record Completion(
    String name,
    boolean resource,
    String argument,
    String value,
    Map<String, String> context,
    OptionalInt limit,
    Optional<String> cursor) {

  /** The first values for an argument of a prompt, with nothing else given. */
  public static Completion ofPrompt(String name, String argument, String value) {
    return new Completion(
        name, false, argument, value, Map.of(), OptionalInt.empty(), Optional.empty());
  }

  /** The same for a variable of a resource template. */
  public static Completion ofTemplate(String uriTemplate, String argument, String value) {
    return new Completion(
        uriTemplate, true, argument, value, Map.of(), OptionalInt.empty(), Optional.empty());
  }

  public Completion knowing(String otherArgument, String itsValue) {
    Map<String, String> more = new TreeMap<>(context);
    more.put(otherArgument, itsValue);
    return new Completion(name, resource, argument, value, more, limit, cursor);
  }

  public Completion page(int size, Optional<String> from) {
    return new Completion(name, resource, argument, value, context, OptionalInt.of(size), from);
  }

  /** The params of completion/complete. */
  public ObjectNode params() {
    ObjectNode params = Json.object();
    params
        .putObject("ref")
        .put("type", resource ? "ref/resource" : "ref/prompt")
        .put(resource ? "uri" : "name", name);
    params.putObject("argument").put("name", argument).put("value", value);
    if (!context.isEmpty()) {
      ObjectNode arguments = params.putObject("context").putObject("arguments");
      context.forEach(arguments::put);
    }
    limit.ifPresent(most -> params.put("limit", most));
    cursor.ifPresent(from -> params.put("cursor", from));
    return params;
  }
}
