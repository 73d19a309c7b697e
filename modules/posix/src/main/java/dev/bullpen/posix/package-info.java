/**
 * POSIX calls as small Java types. Runs in the supervisor and in every helper; owns no thread;
 * depends on JNA only.
 *
 * <p>C names are kept in {@code LibC} and {@code LinuxC}, numbers that differ between systems in
 * {@code Host} and {@code OpenFlags}, addresses in {@code NativeBytes}; everything above them
 * speaks in process groups, descriptors and exit statuses. All of it is one package, so that nobody
 * outside can name a C function or an address:
 *
 * <ul>
 *   <li>processes: {@link dev.bullpen.posix.Spawn} with its {@link dev.bullpen.posix.SpawnRequest}
 *       and {@link dev.bullpen.posix.EnvironmentBlock}, {@link dev.bullpen.posix.Child}, {@link
 *       dev.bullpen.posix.PidFd}, {@link dev.bullpen.posix.ProcessGroup}, {@link
 *       dev.bullpen.posix.Signal}, {@link dev.bullpen.posix.ExitStatus}, and {@link
 *       dev.bullpen.posix.Cgroup}
 *   <li>what is read and written: {@link dev.bullpen.posix.Descriptor}, with buffers and streams
 *       for it, {@link dev.bullpen.posix.Pipe}, {@link dev.bullpen.posix.SocketPair}, {@link
 *       dev.bullpen.posix.Fifo}, {@link dev.bullpen.posix.MemoryFile}, and {@link
 *       dev.bullpen.posix.Poll}, which waits for it
 *   <li>files that are shared with scripts: {@link dev.bullpen.posix.PrivateFolder}, {@link
 *       dev.bullpen.posix.SmallFiles}, {@link dev.bullpen.posix.FileStatus}
 *   <li>this process: {@link dev.bullpen.posix.Self}, {@link dev.bullpen.posix.JvmOutput}, {@link
 *       dev.bullpen.posix.DumpRequests}, {@link dev.bullpen.posix.SystemCalls}
 * </ul>
 *
 * <p>What fails throws a {@link dev.bullpen.posix.PosixException}, which has an {@link
 * dev.bullpen.posix.Errno}.
 */
package dev.bullpen.posix;
