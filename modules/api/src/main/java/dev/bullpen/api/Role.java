package dev.bullpen.api;

/** The two sides of a conversation. */
public enum Role {
  /** The side that talks to the model. */
  USER,
  /** The model. */
  ASSISTANT
}
