/**
 * Runs in the short-lived JVM of a command that is a client: of a server of its own, which it
 * starts and ends, or of one at a URL.
 *
 * <p>A {@link dev.bullpen.launcher.client.ServerProcess} has one thread, "server stdout"; a {@link
 * dev.bullpen.launcher.client.RemoteServer} has "answer N" for each request, and "server events".
 * They only complete answers and notify the listener. Knows JSON-RPC as far as a client must; knows
 * nothing of how the server works.
 */
package dev.bullpen.launcher.client;
