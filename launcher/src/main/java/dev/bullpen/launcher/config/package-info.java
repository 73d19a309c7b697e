/** The command {@code launcher config}: what a client's configuration says of this server. */
package dev.bullpen.launcher.config;
