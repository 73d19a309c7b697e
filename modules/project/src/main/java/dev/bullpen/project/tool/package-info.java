/**
 * Tools: how they are found and defined, and which may be called. Start with {@link
 * dev.bullpen.project.tool.Tool}.
 */
package dev.bullpen.project.tool;
