/**
 * One job after the other: begin with {@link dev.bullpen.helper.job.JobRun}. Each job finds the
 * folders of this helper in order, whatever the job before has done to them.
 *
 * <p>Threads: "main" owns everything; another thread may only ring a {@code Bell}. "removals"
 * deletes temporary files of earlier jobs, while there are any. "helper log" writes lines of the
 * log.
 */
package dev.bullpen.helper.job;
