/** The command {@code launcher debug}: a server whose messages are kept in a file. */
package dev.bullpen.launcher.debug;
