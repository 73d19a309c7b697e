/**
 * Runs in the supervisor JVM until it serves, and in the short-lived JVM of every other command.
 *
 * <p>{@link dev.bullpen.launcher.Main} decides; serving reads its settings by hand, because a
 * client waits for the first answer and picocli would double that wait; all other commands and the
 * help are picocli's. Owns one thread, "stdout watch", which ends with the process.
 */
package dev.bullpen.launcher;
