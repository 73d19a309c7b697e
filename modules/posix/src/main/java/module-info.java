/**
 * The only door to the operating system's process calls: spawn, signals, process groups, pidfds,
 * cgroups, pipes, poll, reaping.
 *
 * <p>Linux is complete. macOS compiles and degrades: no sub-reaper, no pidfd, no /proc, so only
 * what stays in its process group can be found there.
 */
module dev.bullpen.posix {
  requires static org.jspecify;
  requires com.sun.jna;

  exports dev.bullpen.posix;
  exports dev.bullpen.posix.cgroup;
  exports dev.bullpen.posix.log;
  exports dev.bullpen.posix.proc;
  exports dev.bullpen.posix.spawn;
  exports dev.bullpen.posix.thread;

  opens dev.bullpen.posix to
      com.sun.jna;
  opens dev.bullpen.posix.libc to
      com.sun.jna;
  opens dev.bullpen.posix.spawn to
      com.sun.jna;
}
