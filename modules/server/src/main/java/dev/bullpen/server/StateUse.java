package dev.bullpen.server;

/** How often a client may bring back a {@code requestState}. */
public enum StateUse {
  /** Until it expires: a client may repeat a retry whose answer it has not got. */
  MANY,
  /** Once: for tools that must not do the same thing again. */
  ONCE
}
