/**
 * Runs in the short-lived JVM of a command that is the client of a server. Most commands start the
 * server and end it.
 *
 * <p>A server process has one thread, "server stdout", which {@link
 * dev.bullpen.launcher.client.ServerProcess} owns. The thread only completes answers. The package
 * knows the client's side of JSON-RPC, and nothing of how the server works.
 */
package dev.bullpen.launcher.client;
