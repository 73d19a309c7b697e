package dev.bullpen.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request for suggestions.
 *
 * @param name of the prompt or the resource, or the URI template, whose argument it is
 * @param argument the argument's name
 * @param value typed so far; "" for nothing
 * @param context values of arguments that are filled in already, by name
 * @param offset how many suggestions to skip: those of earlier pages
 * @param limit how many suggestions are wanted at most; more are cut off
 * @param job the request itself
 */
public record CompletionRequest(
    String name,
    String argument,
    String value,
    Map<String, String> context,
    int offset,
    int limit,
    Job job) {

  /** Copies the context, in its order. */
  public CompletionRequest {
    context =
        context.isEmpty()
            ? Map.of()
            : Collections.unmodifiableMap(new LinkedHashMap<String, String>(context));
  }
}
