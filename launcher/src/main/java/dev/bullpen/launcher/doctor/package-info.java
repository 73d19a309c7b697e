/** The command {@code launcher doctor}: whether this host and this project can be served. */
package dev.bullpen.launcher.doctor;
