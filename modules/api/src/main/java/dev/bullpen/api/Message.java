package dev.bullpen.api;

import java.util.Objects;

/**
 * A message of a conversation.
 *
 * @param role the side that says it
 * @param content what it says
 */
public record Message(Role role, Content content) {
  /** Refuses null. */
  public Message {
    Objects.requireNonNull(role, "role");
    Objects.requireNonNull(content, "content");
  }

  /** A text of the user. */
  public static Message user(String text) {
    return new Message(Role.USER, Content.text(text));
  }

  /** A text of the assistant. */
  public static Message assistant(String text) {
    return new Message(Role.ASSISTANT, Content.text(text));
  }
}
