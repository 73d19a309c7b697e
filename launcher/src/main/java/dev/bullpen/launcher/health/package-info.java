/**
 * The commands {@code launcher health} and {@code ready}: whether the project can be served and its
 * own checks pass. They read the project in this process, without a server.
 */
package dev.bullpen.launcher.health;
