/**
 * One helper JVM ({@link dev.bullpen.pool.helper.Helper}): its start, the frames to it, its state,
 * and its exit.
 *
 * <p>Threads: one "helper-N frames" per helper, owned by {@code Helper}, which reads its frames and
 * reaps it. Its state ({@link dev.bullpen.pool.helper.HelperStatus}) is guarded by the roster's
 * lock.
 */
package dev.bullpen.pool.helper;
