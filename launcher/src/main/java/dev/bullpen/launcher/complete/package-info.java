/** Runs in the JVM of {@code launcher complete}, a client of a server with one helper. */
package dev.bullpen.launcher.complete;
