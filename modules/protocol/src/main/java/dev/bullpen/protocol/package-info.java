/**
 * The words on the wire. Runs in the supervisor; depends on {@code dev.bullpen.json} and nothing
 * else; starts no thread.
 *
 * <p>The revisions are those of the <a href="https://modelcontextprotocol.io/specification">MCP
 * specification</a>; where a comment says "specification" without more, all five say so.
 */
package dev.bullpen.protocol;
