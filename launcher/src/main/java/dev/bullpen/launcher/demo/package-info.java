/**
 * Runs in the short-lived JVM of {@code launcher demo}, a client of a server of its own and an
 * observer of every process on the machine. It reads the survivors from the kernel, not from the
 * server. Owns no thread.
 */
package dev.bullpen.launcher.demo;
