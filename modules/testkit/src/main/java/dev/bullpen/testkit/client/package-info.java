/**
 * An MCP client that trusts nothing: raw bytes on pipes, every line kept with the time of its
 * arrival, both directions. Runs in the test JVM; each {@link
 * dev.bullpen.testkit.client.McpProcess} owns two threads, one for each output of the server.
 */
package dev.bullpen.testkit.client;
