/** Starts processes; begin with {@link dev.bullpen.posix.spawn.Spawn}. */
package dev.bullpen.posix.spawn;
