/**
 * The words on the wire. Runs in the supervisor; depends on {@code dev.bullpen.json} and nothing
 * else; owns one thread, "stdout writer", started and ended by {@link
 * dev.bullpen.protocol.line.StdoutWriter}.
 *
 * <p>The revisions are those of the <a href="https://modelcontextprotocol.io/specification">MCP
 * specification</a>; where a comment says "specification" without more, all five say so.
 */
package dev.bullpen.protocol;
