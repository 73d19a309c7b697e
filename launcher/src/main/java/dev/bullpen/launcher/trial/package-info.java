/**
 * {@code launcher try}: a prompt for a server. Runs in the JVM of that command, the only one that
 * loads JLine.
 *
 * <p>The main thread reads a line, sends a request, and waits for {@link
 * dev.bullpen.launcher.trial.Events}. Other threads add events: those of the connection, "keys"
 * while a request runs in a terminal, and "server stderr".
 */
package dev.bullpen.launcher.trial;
