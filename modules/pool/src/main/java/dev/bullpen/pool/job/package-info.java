/** A job's request, listener and outcome, for callers of the pool. */
package dev.bullpen.pool.job;
