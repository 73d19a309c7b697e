/**
 * Parameters and results, a pair for each method a client may call, and notifications. Begin with
 * {@link dev.bullpen.protocol.method.CallParams} and {@link
 * dev.bullpen.protocol.method.CallToolResult}.
 */
package dev.bullpen.protocol.method;
