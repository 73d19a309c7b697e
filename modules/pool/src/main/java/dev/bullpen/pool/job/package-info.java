/**
 * A job, for whoever has one run: what it is ({@link dev.bullpen.pool.job.JobRequest}), who is told
 * of it ({@link dev.bullpen.pool.job.JobListener}), and what becomes of it.
 */
package dev.bullpen.pool.job;
