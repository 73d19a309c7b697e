/**
 * Providers in Java. A provider is a class with a constructor without parameters that implements
 * {@link dev.bullpen.api.CompletionProvider}, {@link dev.bullpen.api.Tool}, {@link
 * dev.bullpen.api.Prompt} or {@link dev.bullpen.api.ResourceReader}, or several of them. Each
 * request gets an instance of its own, on a thread of its own; it may keep nothing for the next one
 * but in static fields, and must not count on those either.
 *
 * <p>Values are those of JSON: a {@link java.util.Map} with text as keys, a {@link
 * java.util.Collection}, a {@link java.lang.String}, a {@link java.lang.Number}, a {@link
 * java.lang.Boolean}, or null. What comes from a client has its members in the client's order,
 * whole numbers as {@link java.lang.Long} or {@link java.math.BigInteger}, and others as {@link
 * java.math.BigDecimal}.
 *
 * <p>Runs in a helper, beside other people's code; depends on nothing; owns no thread.
 */
package dev.bullpen.api;
