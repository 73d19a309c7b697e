/** This process, its children, groups and references to processes, and signals to them. */
package dev.bullpen.posix.proc;
