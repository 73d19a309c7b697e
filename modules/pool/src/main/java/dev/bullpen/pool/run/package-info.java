/**
 * A job on its way through the pool, answered once ({@link dev.bullpen.pool.run.Job}): its time,
 * its output, and its limits. Independent of helpers.
 */
package dev.bullpen.pool.run;
