/**
 * {@code tools/call}: checked, allowed, run, relayed while it runs, and answered. Begin with {@link
 * dev.bullpen.server.tool.ToolCalls}.
 */
package dev.bullpen.server.tool;
