/**
 * Runs in the supervisor JVM until it serves, and in the short-lived JVM of every other command.
 *
 * <p>{@link dev.bullpen.launcher.Main} chooses between serving and another command. A server parses
 * its settings without picocli, which would double the time to the first answer. All other commands
 * and the help use picocli. Owns one thread, "stdout watch", which ends with the process.
 */
package dev.bullpen.launcher;
