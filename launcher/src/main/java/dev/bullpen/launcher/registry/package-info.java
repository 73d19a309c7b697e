/**
 * The command {@code launcher registry}: the project's catalog as files, for other programs, and
 * for servers that read only these files. Reads the project in this process, without a server.
 */
package dev.bullpen.launcher.registry;
