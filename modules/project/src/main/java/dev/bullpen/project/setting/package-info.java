/**
 * What the operator sets in the environment, under the names mcp-bash gave it: one place for how a
 * number, a switch, a word and a folder is read, and for what is said of a value that is none.
 * Begin with {@link dev.bullpen.project.setting.OperatorSettings}.
 */
package dev.bullpen.project.setting;
