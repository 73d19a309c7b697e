/**
 * One helper JVM ({@link dev.bullpen.pool.helper.Helper}): how it is started, what it is sent, its
 * state, and how it died.
 *
 * <p>Threads: one "helper-N frames" for each, owned by {@code Helper}, which reads its frames and
 * reaps it. Its state ({@link dev.bullpen.pool.helper.HelperStatus}) is guarded by the roster's
 * lock.
 */
package dev.bullpen.pool.helper;
