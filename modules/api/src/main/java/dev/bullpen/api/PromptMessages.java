package dev.bullpen.api;

import java.util.List;
import java.util.Optional;

/**
 * The result of a prompt.
 *
 * @param messages in the order of the conversation
 * @param description of the prompt as it was filled in; without it, the one in the metadata is used
 */
public record PromptMessages(List<Message> messages, Optional<String> description) {
  /** Copies the messages. */
  public PromptMessages {
    messages = List.copyOf(messages);
  }

  /** These. */
  public static PromptMessages of(Message... messages) {
    return of(List.of(messages));
  }

  /** These. */
  public static PromptMessages of(List<Message> messages) {
    return new PromptMessages(messages, Optional.empty());
  }

  /** One message, of the user. */
  public static PromptMessages user(String text) {
    return of(Message.user(text));
  }

  /** The same with that description. */
  public PromptMessages describedAs(String text) {
    return new PromptMessages(messages, Optional.of(text));
  }
}
