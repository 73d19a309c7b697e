/**
 * Everything here runs in a helper JVM. No logging library and no object mapper: a helper starts
 * often and should start fast.
 *
 * <p>One thread, "main", owns everything. In one poll it waits for frames from the supervisor, the
 * job's output and the job's end, so no state of a job is shared and nothing needs a lock. A
 * provider in Java runs on a thread of its own, which meets "main" only at the job's pipes, a bell
 * and the exchange folder.
 *
 * <p>A job's way: {@link dev.bullpen.helper.FrameLoop} starts a {@code Leader}, the process of a
 * script or the thread of a provider, and a {@code JobRun} follows it to its end.
 */
package dev.bullpen.helper;
