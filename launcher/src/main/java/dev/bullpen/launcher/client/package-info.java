/**
 * Runs in the short-lived JVM of a command that is a client of a server of its own: starts it,
 * asks, and ends it.
 *
 * <p>One thread per server, "server stdout", owned by {@link dev.bullpen.launcher.client.Server};
 * it only completes answers. Knows JSON-RPC as far as a client must; knows nothing of how the
 * server works.
 */
package dev.bullpen.launcher.client;
