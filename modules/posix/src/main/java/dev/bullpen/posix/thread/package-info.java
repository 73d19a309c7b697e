/** Threads of the supervisor and of helpers, and the exception if the system has none left. */
package dev.bullpen.posix.thread;
