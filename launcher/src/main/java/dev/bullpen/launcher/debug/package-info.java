/** The command {@code launcher debug}: a server of which the messages are kept in a file. */
package dev.bullpen.launcher.debug;
