/**
 * POSIX calls as small Java types: descriptors, with buffers and streams for them, {@link
 * dev.bullpen.posix.Pipe} and {@link dev.bullpen.posix.Poll}, which waits for them; and the files
 * that are shared with scripts. Runs in the supervisor and in every helper; owns no thread; depends
 * on JNA only.
 *
 * <p>On it stand {@code proc} (processes that are there), {@code spawn} (those to be) and {@code
 * cgroup}. Below it, {@code libc} has the C functions, numbers and addresses; it is not exported,
 * so no other module can name one. What fails throws a {@link dev.bullpen.posix.PosixException},
 * which has an {@link dev.bullpen.posix.Errno}.
 */
package dev.bullpen.posix;
