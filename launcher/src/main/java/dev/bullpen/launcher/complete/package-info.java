/**
 * Runs in the short-lived JVM of {@code launcher complete}, a client of a server with one helper.
 * Owns no thread.
 */
package dev.bullpen.launcher.complete;
