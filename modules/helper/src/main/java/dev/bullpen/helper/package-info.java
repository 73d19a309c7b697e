/**
 * Everything here runs in a helper JVM. No logging library and no object mapper: a helper starts
 * often and should start fast.
 *
 * <p>One thread, "main", owns all of it: it waits in one poll for frames from the supervisor, the
 * output of the job and the job's end, so nothing of a job is shared and nothing of it needs a
 * lock. A provider in Java runs on a thread of its own, and meets the owner at the job's pipes, a
 * bell and the desk only. What jobs have left on the disk is removed beside them, by {@code
 * Removals}.
 *
 * <p>A job's way: {@link dev.bullpen.helper.FrameLoop} → {@code JobRun} → a {@code Leader}, which
 * is what {@code Workplace} has started for it.
 */
package dev.bullpen.helper;
