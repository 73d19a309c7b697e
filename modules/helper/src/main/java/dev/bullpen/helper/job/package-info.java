/**
 * One job after the other: begin with {@link dev.bullpen.helper.job.JobRun}. Each job finds the
 * folders of this helper as the first one did, whatever the one before has done to them.
 *
 * <p>Threads: "main" owns all of it; another may only ring a {@code Bell}. "removals" deletes
 * temporary files of earlier jobs while there are any; "helper log" writes lines of the log.
 */
package dev.bullpen.helper.job;
