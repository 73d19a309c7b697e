package dev.bullpen.schema;

/**
 * One thing in a value that its schema does not allow.
 *
 * @param at where in the value, as a JSON Pointer (RFC 6901); empty for the whole value
 * @param message a sentence that says what is wrong and what was expected; complete without {@code
 *     at}
 */
public record Violation(String at, String message) {}
