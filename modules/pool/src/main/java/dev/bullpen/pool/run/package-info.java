/**
 * A job on its way through the pool, answered once ({@link dev.bullpen.pool.run.Job}): its time,
 * what its script has written, and its limits. Knows no helper.
 */
package dev.bullpen.pool.run;
