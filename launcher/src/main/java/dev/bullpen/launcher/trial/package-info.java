/**
 * {@code launcher try}: a prompt over a server. Runs in the JVM of that command, the only one that
 * loads JLine.
 *
 * <p>The main thread reads a line, asks the server, and waits for {@link
 * dev.bullpen.launcher.trial.Events}. Others put events there: the connection's own threads, "keys"
 * while a request runs in a terminal, and "server stderr".
 */
package dev.bullpen.launcher.trial;
