/**
 * Commands that ask a server for one thing, as a client would: {@code call}, {@code list}, {@code
 * read} and {@code prompt}. Each starts a server of its own and ends it.
 */
package dev.bullpen.launcher.ask;
