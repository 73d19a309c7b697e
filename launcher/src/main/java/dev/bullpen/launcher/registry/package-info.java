/**
 * The command {@code launcher registry}: the project's catalog as files, for other programs and for
 * servers that are to read nothing else. Reads the project in this process, without a server.
 */
package dev.bullpen.launcher.registry;
