package dev.bullpen.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A question to a client's model.
 *
 * @param messages the conversation so far
 * @param maxTokens of the answer
 * @param settings other members of the params of {@code sampling/createMessage}, such as {@code
 *     temperature}
 */
public record Sampling(List<Message> messages, int maxTokens, Map<String, Object> settings) {
  /**
   * Copies both.
   *
   * @throws IllegalArgumentException if a setting has the name of one of the other two
   */
  public Sampling {
    if (settings.containsKey("messages") || settings.containsKey("maxTokens")) {
      throw new IllegalArgumentException(
          "messages and maxTokens are no settings: give them as the first two parameters");
    }
    messages = List.copyOf(messages);
    settings = Collections.unmodifiableMap(new LinkedHashMap<String, Object>(settings));
  }

  /** With one message, of the user. */
  public static Sampling of(String text, int maxTokens) {
    return new Sampling(List.of(Message.user(text)), maxTokens, Map.of());
  }

  /** The same with another message at its end. */
  public Sampling then(Message message) {
    List<Message> more = new ArrayList<>(messages);
    more.add(message);
    return new Sampling(more, maxTokens, settings);
  }

  /** The same with that system prompt. */
  public Sampling systemPrompt(String text) {
    return with("systemPrompt", text);
  }

  /** The same with another member of the params; see MCP, sampling. */
  public Sampling with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(settings);
    more.put(name, value);
    return new Sampling(messages, maxTokens, more);
  }
}
