/**
 * Runs in the short-lived JVM of {@code launcher demo}, a client of a server of its own and an
 * observer of every process on the machine. What it says of survivors it has read from the kernel,
 * not heard from the server. Owns no thread.
 */
package dev.bullpen.launcher.demo;
