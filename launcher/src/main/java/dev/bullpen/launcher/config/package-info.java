/** The command {@code launcher config}: the entry of this server in a client's configuration. */
package dev.bullpen.launcher.config;
