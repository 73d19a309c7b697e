/** The threads of the pool, but for those of its helpers and of the guard. */
package dev.bullpen.pool.thread;
