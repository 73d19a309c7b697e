package dev.bullpen.project.completion;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.Fingerprint;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import tools.jackson.databind.node.ObjectNode;

/**
 * One {@code completion/complete} request of valid form.
 *
 * @param ref what is completed
 * @param refAsSent the member {@code ref} with all its members; must not be changed
 * @param argument the name of the argument being completed
 * @param value what has been typed so far; may be empty
 * @param context arguments already resolved, in the client's order
 */
public record CompletionRequest(
    CompletionRef ref,
    ObjectNode refAsSent,
    String argument,
    String value,
    Map<String, String> context,
    CompletionLimit limit) {

  public CompletionRequest {
    context = Collections.unmodifiableMap(new LinkedHashMap<>(context));
  }

  /**
   * How many values a client wants: the extension {@code limit} of {@code completion/complete}.
   *
   * @param asked 1 to {@value #MAX}; empty if the client gives none
   */
  public record CompletionLimit(OptionalInt asked) {
    /** The most values in one answer (MCP, completion: "maximum 100 items per response"). */
    public static final int MAX = 100;

    /**
     * How many values a script is asked for if the client gives no limit: a screenful of
     * suggestions.
     */
    public static final int DEFAULT_REQUESTED = 5;

    public static final CompletionLimit NONE = new CompletionLimit(OptionalInt.empty());

    public CompletionLimit {
      if (asked.isPresent() && (asked.getAsInt() < 1 || asked.getAsInt() > MAX)) {
        throw new IllegalArgumentException("limit " + asked.getAsInt());
      }
    }

    /** The value of {@code MCP_COMPLETION_LIMIT}. */
    public int requested() {
      return asked.orElse(DEFAULT_REQUESTED);
    }

    /** The most values in the answer. */
    public int cut() {
      return asked.orElse(MAX);
    }
  }

  /**
   * A request as scripts get it.
   *
   * @param json {@code MCP_COMPLETION_ARGS_JSON}: compact, members in the order {@code query,
   *     prefix, argument, context, ref}
   * @param hash {@code MCP_COMPLETION_ARGS_HASH}: SHA-256 in hexadecimal of the same with every
   *     object's members sorted
   */
  public record CompletionArguments(String json, String hash) {
    public static CompletionArguments of(CompletionRequest request) {
      ObjectNode known = Json.object();
      request.context().forEach(known::put);
      ObjectNode arguments = Json.object();
      arguments.put("query", request.value());
      arguments.put("prefix", request.value());
      arguments.set(
          "argument", Json.object().put("name", request.argument()).put("value", request.value()));
      arguments.set("context", Json.object().set("arguments", known));
      arguments.set("ref", Json.ordered(request.refAsSent()));
      return new CompletionArguments(
          Json.text(arguments), Fingerprint.sha256(Json.bytes(Json.ordered(arguments))));
    }
  }

  /** The target of a completion: the member {@code ref} of {@code completion/complete}. */
  public sealed interface CompletionRef {
    /** The prompt's name or the resource's URI, exactly as sent. */
    String text();

    default String type() {
      return this instanceof OfPrompt ? "ref/prompt" : "ref/resource";
    }

    record OfPrompt(String text) implements CompletionRef {}

    record OfResource(String text) implements CompletionRef {}
  }
}
