package dev.bullpen.api;

/**
 * A call of a tool.
 *
 * @param name of the tool
 * @param arguments of the call; the {@code inputSchema} of the tool has been applied to them
 * @param job the call itself
 */
public record ToolRequest(String name, Arguments arguments, Job job) {}
