/**
 * What a job is about, and waited for: a {@link dev.bullpen.helper.leader.Leader}. Here is the
 * plainest, a process started for the job; others are shells held ready and threads of this JVM.
 */
package dev.bullpen.helper.leader;
