/**
 * Runs in the short-lived JVM of {@code launcher demo}. It is the client of a server that it
 * starts, and reads surviving processes from {@code /proc}, not from the server. Owns no thread.
 */
package dev.bullpen.launcher.demo;
