/** Cgroups of version 2, which keep a helper and all that it starts together. Linux only. */
package dev.bullpen.posix.cgroup;
