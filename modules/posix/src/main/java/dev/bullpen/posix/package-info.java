/**
 * POSIX calls as small Java types: descriptors, their buffers and streams, {@link
 * dev.bullpen.posix.Pipe}, {@link dev.bullpen.posix.Poll}, which waits for descriptors, and the
 * files that are shared with scripts. Runs in the supervisor and in every helper; owns no thread;
 * depends on JNA only.
 *
 * <p>Other packages build on this one: {@code proc} (existing processes), {@code spawn} (new ones)
 * and {@code cgroup}. Below it, {@code libc} has the C functions, numbers and addresses. It is not
 * exported, so no other module can use them. A call that fails throws a {@link
 * dev.bullpen.posix.PosixException}, which has an {@link dev.bullpen.posix.Errno}.
 */
package dev.bullpen.posix;
