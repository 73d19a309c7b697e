/** The command {@code launcher guarantees}: which of the layers that end processes work here. */
package dev.bullpen.launcher.guarantees;
