/** Threads and timers. None of them keeps the server alive. */
package dev.bullpen.server.thread;
