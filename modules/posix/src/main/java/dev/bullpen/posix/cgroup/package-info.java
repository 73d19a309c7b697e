/** Cgroups of version 2, which hold a helper and all it starts together. Linux only. */
package dev.bullpen.posix.cgroup;
