/**
 * The operator's settings in the environment, under the names of mcp-bash: how a number, a switch,
 * a word and a folder is read, and what is reported of an impossible value. Begin with {@link
 * dev.bullpen.project.setting.OperatorSettings}.
 */
package dev.bullpen.project.setting;
