/**
 * What a job is about, and waited for: a {@link dev.bullpen.helper.leader.Leader}. Here is the
 * process that is started for a script; the other kind is a thread of this JVM.
 */
package dev.bullpen.helper.leader;
