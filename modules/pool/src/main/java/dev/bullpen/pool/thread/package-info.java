/** The threads of the pool, except those of its helpers and of the guard. */
package dev.bullpen.pool.thread;
