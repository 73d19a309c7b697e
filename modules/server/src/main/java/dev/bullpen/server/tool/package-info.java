/**
 * {@code tools/call}: checked, allowed, run, relayed while it runs, and answered; and scripts that
 * ask the client, those of prompts as well. Begin with {@link dev.bullpen.server.tool.ToolCalls}.
 */
package dev.bullpen.server.tool;
