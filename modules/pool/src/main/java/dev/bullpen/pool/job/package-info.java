/** A job's request, listener and outcome: what callers of the pool need. */
package dev.bullpen.pool.job;
