/**
 * {@code launcher describe}: runs the file of a tool to get its description, and writes it into the
 * tool's metadata.
 */
package dev.bullpen.launcher.describe;
