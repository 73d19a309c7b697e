package dev.bullpen.schema;

/**
 * One thing in a value that its schema does not allow.
 *
 * @param at where in the value, as a JSON Pointer (RFC 6901); empty for the whole value
 * @param message one sentence: what, and what was expected; complete without {@code at}
 */
public record Violation(String at, String message) {
  /** By hand: what a record has of its own is made at the first use, while somebody waits. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Violation violation
        && at.equals(violation.at)
        && message.equals(violation.message);
  }

  @Override
  public int hashCode() {
    return 31 * at.hashCode() + message.hashCode();
  }
}
