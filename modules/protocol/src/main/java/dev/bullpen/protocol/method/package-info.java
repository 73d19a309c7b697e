/**
 * Parameters and results of each method that a client may call, and notifications. Start with
 * {@link dev.bullpen.protocol.method.CallParams} and {@link
 * dev.bullpen.protocol.method.CallToolResult}.
 */
package dev.bullpen.protocol.method;
