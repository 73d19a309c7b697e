/** This process, its children and groups, references to processes, and signals. */
package dev.bullpen.posix.proc;
