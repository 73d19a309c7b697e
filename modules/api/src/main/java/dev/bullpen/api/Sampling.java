package dev.bullpen.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a client's model is to go on with.
 *
 * @param messages the conversation so far
 * @param maxTokens of the answer
 * @param settings other members of the params of {@code sampling/createMessage}, such as {@code
 *     temperature}
 */
public record Sampling(List<Message> messages, int maxTokens, Map<String, Object> settings) {
  /** Copies both. */
  public Sampling {
    messages = List.copyOf(messages);
    settings = Collections.unmodifiableMap(new LinkedHashMap<String, Object>(settings));
  }

  /** The user says this. */
  public static Sampling of(String text, int maxTokens) {
    return new Sampling(List.of(Message.user(text)), maxTokens, Map.of());
  }

  /** The same with another message at its end. */
  public Sampling then(Message message) {
    List<Message> more = new ArrayList<>(messages);
    more.add(message);
    return new Sampling(more, maxTokens, settings);
  }

  /** The same with what the model is to be. */
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
