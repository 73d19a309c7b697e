/**
 * Providers in Java. A provider is a class with a constructor without parameters. It implements one
 * or more of {@link dev.bullpen.api.CompletionProvider}, {@link dev.bullpen.api.Tool}, {@link
 * dev.bullpen.api.Prompt} and {@link dev.bullpen.api.ResourceReader}. Each request gets an instance
 * of its own, on a thread of its own. Only static fields are left for the next request, and these
 * are not guaranteed either.
 *
 * <p>Values are those of JSON: a {@link java.util.Map} with text as keys, a {@link
 * java.util.Collection}, a {@link java.lang.String}, a {@link java.lang.Number}, a {@link
 * java.lang.Boolean}, or null. Values from a client have their members in the client's order. Their
 * whole numbers are {@link java.lang.Long} or {@link java.math.BigInteger}, other numbers {@link
 * java.math.BigDecimal}.
 *
 * <p>Runs in a helper, beside other people's code; depends on nothing; owns no thread.
 */
package dev.bullpen.api;
