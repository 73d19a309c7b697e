/** One job after the other. Begin with {@link dev.bullpen.helper.job.JobRun}. */
package dev.bullpen.helper.job;
