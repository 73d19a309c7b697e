package dev.bullpen.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request for a resource.
 *
 * @param uri as the client wrote it
 * @param variables the values of the variables of its template, decoded, by name; empty for a
 *     resource without a template
 * @param job the request itself
 */
public record ResourceRequest(String uri, Map<String, String> variables, Job job) {
  /** Copies the variables, in their order. */
  public ResourceRequest {
    variables = Collections.unmodifiableMap(new LinkedHashMap<String, String>(variables));
  }

  /**
   * The value of a variable of the template.
   *
   * @throws ArgumentException if the template has none of that name
   */
  public String variable(String name) {
    String text = variables.get(name);
    if (text == null) {
      throw ArgumentException.missing(name, "a variable of the URI template");
    }
    return text;
  }
}
