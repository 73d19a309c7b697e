/**
 * {@code launcher describe}: asks the file of a tool for its description and writes it down. The
 * only command that runs a file of the project without a server.
 */
package dev.bullpen.launcher.describe;
