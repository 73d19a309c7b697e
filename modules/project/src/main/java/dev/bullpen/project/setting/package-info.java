/**
 * The operator's settings in the environment, under mcp-bash's names: how numbers, switches, words
 * and folders are read, and how invalid values are reported. Start with {@link
 * dev.bullpen.project.setting.OperatorSettings}.
 */
package dev.bullpen.project.setting;
