package dev.bullpen.api;

/** The two sides of a conversation. */
public enum Role {
  /** Whoever talks to the model. */
  USER,
  /** The model. */
  ASSISTANT
}
