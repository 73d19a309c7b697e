/**
 * One job after the other, from its start to the proof that nothing of it is left. Begin with
 * {@link dev.bullpen.helper.job.JobRun}.
 */
package dev.bullpen.helper.job;
