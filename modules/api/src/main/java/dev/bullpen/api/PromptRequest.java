package dev.bullpen.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request for a prompt.
 *
 * @param name of the prompt
 * @param arguments by name; those that the prompt requires are there
 * @param job the request itself
 */
public record PromptRequest(String name, Map<String, String> arguments, Job job) {
  /** Copies the arguments, in their order. */
  public PromptRequest {
    arguments = Collections.unmodifiableMap(new LinkedHashMap<String, String>(arguments));
  }

  /**
   * The text of an argument.
   *
   * @throws ArgumentException if it is missing
   */
  public String argument(String name) {
    String text = arguments.get(name);
    if (text == null) {
      throw ArgumentException.missing(name, "text");
    }
    return text;
  }

  /** The text of an argument, or another if it is missing. */
  public String argument(String name, String otherwise) {
    return arguments.getOrDefault(name, otherwise);
  }
}
