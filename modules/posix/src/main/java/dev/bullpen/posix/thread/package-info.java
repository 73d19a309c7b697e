/** Threads of the supervisor and of helpers, and what happens where there is none to be had. */
package dev.bullpen.posix.thread;
