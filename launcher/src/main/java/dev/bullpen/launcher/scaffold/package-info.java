/** Commands that write new files of a project: {@code new}, {@code init} and {@code scaffold}. */
package dev.bullpen.launcher.scaffold;
