/** The C library by its own names, and memory for its arguments. Not exported. */
package dev.bullpen.posix.libc;
