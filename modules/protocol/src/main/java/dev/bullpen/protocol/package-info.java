/**
 * The messages on the wire. Runs in the supervisor. Depends only on {@code dev.bullpen.json}.
 * Starts no threads.
 *
 * <p>The revisions are those of the <a href="https://modelcontextprotocol.io/specification">MCP
 * specification</a>. If a comment only says "specification", all five revisions agree.
 */
package dev.bullpen.protocol;
