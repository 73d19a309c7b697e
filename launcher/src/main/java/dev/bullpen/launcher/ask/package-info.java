/**
 * Commands that send one request to a server, as a client would, such as {@code call}, {@code
 * list}, {@code read} and {@code prompt}. Each starts a server of its own and ends it.
 */
package dev.bullpen.launcher.ask;
