/**
 * Tools: how they are found and defined, what their scripts are told, and who may call them. Begin
 * with {@link dev.bullpen.project.tool.Tool}.
 */
package dev.bullpen.project.tool;
