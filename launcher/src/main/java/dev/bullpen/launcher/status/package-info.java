/**
 * The commands {@code launcher status} and {@code launcher logs}, which ask running servers through
 * their control sockets.
 */
package dev.bullpen.launcher.status;
