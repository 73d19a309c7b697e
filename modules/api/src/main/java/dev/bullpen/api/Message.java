package dev.bullpen.api;

/**
 * Something said in a conversation.
 *
 * @param role who says it
 * @param content what is said
 */
public record Message(Role role, Content content) {
  /** The user says this. */
  public static Message user(String text) {
    return new Message(Role.USER, Content.text(text));
  }

  /** The assistant says this. */
  public static Message assistant(String text) {
    return new Message(Role.ASSISTANT, Content.text(text));
  }
}
