package dev.bullpen.posix.spawn;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.libc.CText;
import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.Jna;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.LinuxC;
import dev.bullpen.posix.libc.NativeBytes;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.SpawnRequest.Placement;
import java.io.File;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts processes with posix_spawn(3). This process is not copied, the JDK's helper program is not
 * needed, and an error of the exec is reported here.
 *
 * <p>The child leads its own group or session. It has an empty signal mask, default signal
 * handling, and only the descriptors that it gets here.
 */
public final class Spawn {
  private static final short SETPGROUP = 0x02;
  private static final short SETSIGDEF = 0x04;
  private static final short SETSIGMASK = 0x08;
  private static final short SETSID = (short) (Host.HERE == Host.LINUX ? 0x80 : 0x400);

  /** macOS: close all descriptors that the file actions do not name. */
  private static final short CLOEXEC_DEFAULT = 0x4000;

  /** glibc needs 336 bytes, macOS a pointer. */
  private static final int ATTRIBUTES_BYTES = 512;

  private static final int SIGNAL_SET_BYTES = 128;

  /** An editor or a build writes a script in less time. */
  private static final Duration WRITTEN_WITHIN = Duration.ofMillis(200);

  private static final Duration TRIES_APART = Duration.ofMillis(5);

  /** Made once for each placement and kept. */
  private static final Map<Placement, NativeBytes> ATTRIBUTES = new ConcurrentHashMap<>();

  private Spawn() {}

  /**
   * Start it. Its pid is also its group's number. The exception has the errno of the failed step.
   */
  public static int spawn(SpawnRequest request) throws PosixException {
    return spawn(request, CloseFrom.HERE);
  }

  /**
   * The same, tried again while a process has the program open for writing (ETXTBSY in execve(2)),
   * for at most {@link #WRITTEN_WITHIN}. Not called under a lock.
   */
  public static int spawnOnceWritten(SpawnRequest request) throws PosixException {
    return spawnOnceWritten(request, WRITTEN_WITHIN);
  }

  static int spawnOnceWritten(SpawnRequest request, Duration patience) throws PosixException {
    long until = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        return spawn(request);
      } catch (PosixException e) {
        if (e.errno() != Errno.ETXTBSY || System.nanoTime() - until >= 0) {
          throw e;
        }
        LockSupport.parkNanos(TRIES_APART.toNanos());
      }
    }
  }

  /**
   * The same with another file, an absolute path in the child. The first word stays the child's
   * name.
   */
  public static int spawn(String program, SpawnRequest request) throws PosixException {
    return spawn(program, request, CloseFrom.HERE);
  }

  static int spawn(SpawnRequest request, CloseFrom way) throws PosixException {
    return spawn(request.argv().get(0), request, way);
  }

  private static int spawn(String program, SpawnRequest request, CloseFrom way)
      throws PosixException {
    try (FileActions actions = new FileActions(request, way);
        ExecVectors vectors = ExecVectors.of(request)) {
      int[] pid = new int[1];
      int errno =
          LibC.posix_spawn(
              pid,
              CText.of(program),
              actions.address(),
              ATTRIBUTES.computeIfAbsent(request.placement(), Spawn::describeProcess).address(),
              vectors.argv(),
              vectors.envp());
      if (errno != 0) {
        throw PosixException.ofStart("posix_spawn " + program, errno);
      }
      return pid[0];
    }
  }

  private static NativeBytes describeProcess(Placement placement) {
    NativeBytes attributes = new NativeBytes(ATTRIBUTES_BYTES);
    try (NativeBytes signals = new NativeBytes(SIGNAL_SET_BYTES)) {
      int flags = placement == Placement.SESSION ? SETSID : SETPGROUP;
      flags |= SETSIGMASK | SETSIGDEF;
      if (Host.HERE == Host.MACOS) {
        flags |= CLOEXEC_DEFAULT;
      }
      long address = attributes.address();
      PosixException.check("posix_spawnattr_init", LibC.posix_spawnattr_init(address));
      PosixException.check("posix_spawnattr_setpgroup", LibC.posix_spawnattr_setpgroup(address, 0));
      PosixException.check(
          "posix_spawnattr_setflags", LibC.posix_spawnattr_setflags(address, (short) flags));
      // Zeroed memory is the empty mask. Filled, it is the set of signals with default handling.
      PosixException.check(
          "posix_spawnattr_setsigmask",
          LibC.posix_spawnattr_setsigmask(address, signals.address()));
      fillSignals(signals.memory());
      PosixException.check(
          "posix_spawnattr_setsigdefault",
          LibC.posix_spawnattr_setsigdefault(address, signals.address()));
      return attributes;
    } catch (PosixException e) {
      throw new UncheckedIOException(e); // these calls fail only for wrong arguments
    }
  }

  /**
   * Every signal except KILL and STOP, whose handling cannot be set. Numbers above 31 are the
   * real-time signals and, on Linux, the two that glibc reserves and would leave ignored in the
   * child.
   */
  private static void fillSignals(Memory set) {
    int all = 0xffffffff;
    set.setInt(0, all & ~bit(Signal.KILL) & ~bit(Signal.STOP));
    set.setInt(Integer.BYTES, all);
  }

  private static int bit(Signal signal) {
    return 1 << (signal.number() - 1);
  }

  /** A child's descriptors and working directory, as posix_spawn(3) takes them. */
  private static final class FileActions implements AutoCloseable {
    /** glibc needs 80 bytes, macOS a pointer. */
    private static final int ACTIONS_BYTES = 256;

    private static final byte[] DEV_NULL = CText.of("/dev/null");
    private static final int NONE = -1;

    private final NativeBytes memory = new NativeBytes(ACTIONS_BYTES);
    private final int[] ours;
    private final CloseFrom way;

    FileActions(SpawnRequest request, CloseFrom way) throws PosixException {
      this.ours = ours(request.descriptors());
      this.way = way;
      PosixException.check(
          "posix_spawn_file_actions_init", LibC.posix_spawn_file_actions_init(memory.address()));
      try {
        describe(request.directory());
      } catch (PosixException e) {
        close();
        throw e;
      }
    }

    private static int[] ours(Map<Integer, Integer> given) {
      int count = SpawnRequest.STANDARD_STREAMS;
      for (int number : given.keySet()) {
        count = Math.max(count, number + 1);
      }
      int[] ours = new int[count];
      Arrays.fill(ours, NONE);
      given.forEach((number, our) -> ours[number] = our);
      return ours;
    }

    long address() throws PosixException {
      way.beforeSpawn(ours.length);
      return memory.address();
    }

    @Override
    public void close() {
      LibC.posix_spawn_file_actions_destroy(memory.address());
      memory.close();
    }

    /**
     * Give the child its descriptors. If one of this process's numbers is also a target, all are
     * first copied above every number in use. Only then are missing standard streams opened,
     * because a number of this process may be one of theirs.
     */
    private void describe(String directory) throws PosixException {
      int highest = ours.length - 1;
      boolean crossing = false;
      for (int number = 0; number < ours.length; number++) {
        highest = Math.max(highest, ours[number]);
        crossing |= isTarget(ours[number]);
      }
      int copy = highest;
      for (int number = 0; number < ours.length && crossing; number++) {
        if (isTarget(number)) {
          dup2(ours[number], ++copy);
        }
      }
      copy = highest;
      for (int number = 0; number < ours.length; number++) {
        if (isTarget(number)) {
          dup2(crossing ? ++copy : ours[number], number);
        }
      }
      for (int number = 0; number < ours.length; number++) {
        if (!isTarget(number)) {
          PosixException.check(
              "posix_spawn_file_actions_addopen",
              LibC.posix_spawn_file_actions_addopen(
                  memory.address(), number, DEV_NULL, LibC.O_RDWR, 0));
        }
      }
      if (way.keepsCopies()) {
        for (int made = highest + 1; made <= copy && crossing; made++) {
          PosixException.check(
              "posix_spawn_file_actions_addclose",
              LibC.posix_spawn_file_actions_addclose(memory.address(), made));
        }
      }
      way.add(memory.address(), ours.length);
      if (!directory.isEmpty()) {
        PosixException.check(
            "posix_spawn_file_actions_addchdir_np",
            LibC.posix_spawn_file_actions_addchdir_np(memory.address(), CText.of(directory)));
      }
    }

    private boolean isTarget(int number) {
      return number >= 0 && number < ours.length && ours[number] != NONE;
    }

    /** The C library reports EBADF for a number beyond the limit of open files. */
    private void dup2(int from, int to) throws PosixException {
      int result = LibC.posix_spawn_file_actions_adddup2(memory.address(), from, to);
      PosixException.check(
          "posix_spawn_file_actions_adddup2", result == Errno.EBADF ? Errno.EMFILE : result);
    }
  }

  /** Arguments and environment as execve(2) takes them, in one piece of memory. */
  private static final class ExecVectors implements AutoCloseable {
    private final NativeBytes memory;
    private final long argv;
    private final long envp;

    private ExecVectors(NativeBytes memory, long argv, long envp) {
      this.memory = memory;
      this.argv = argv;
      this.envp = envp;
    }

    static ExecVectors of(SpawnRequest request) {
      List<String> arguments = request.argv();
      byte[] argv = (String.join("\0", arguments) + "\0").getBytes(StandardCharsets.UTF_8);
      byte[] envp = request.environment().bytes();
      byte[] texts = Arrays.copyOf(argv, argv.length + envp.length);
      System.arraycopy(envp, 0, texts, argv.length, envp.length);
      long[] begins = begins(texts);
      int pointers = begins.length + 2;
      long vectors = (texts.length + Long.BYTES - 1L) / Long.BYTES * Long.BYTES;
      NativeBytes memory = new NativeBytes(vectors + (long) pointers * Long.BYTES);
      long[] both = new long[pointers];
      for (int i = 0; i < begins.length; i++) {
        // The null pointer between the two is skipped.
        both[i < arguments.size() ? i : i + 1] = memory.address() + begins[i];
      }
      // Each write to native memory is a call, so there are only two.
      memory.memory().write(0, texts, 0, texts.length);
      memory.memory().write(vectors, both, 0, pointers);
      long address = memory.address() + vectors;
      return new ExecVectors(memory, address, address + (arguments.size() + 1L) * Long.BYTES);
    }

    /** Where each of some texts begins; each ends with NUL. */
    private static long[] begins(byte[] texts) {
      int count = 0;
      for (byte octet : texts) {
        count += octet == 0 ? 1 : 0;
      }
      long[] begins = new long[count];
      int next = 0;
      for (int at = 0; at < texts.length; at++) {
        if (at == 0 || texts[at - 1] == 0) {
          begins[next++] = at;
        }
      }
      return begins;
    }

    long argv() {
      return argv;
    }

    long envp() {
      return envp;
    }

    @Override
    public void close() {
      memory.close();
    }
  }

  /** The ways to close, in a child, all descriptors that it does not get. */
  enum CloseFrom {
    /** An action of the spawn: posix_spawn_file_actions_addclosefrom_np(3), glibc 2.34 of 2021. */
    FILE_ACTION {
      @Override
      void add(long actions, int first) throws PosixException {
        PosixException.check(
            "posix_spawn_file_actions_addclosefrom_np",
            Glibc.posix_spawn_file_actions_addclosefrom_np(actions, first));
      }
    },

    /** The descriptors of this process are marked right before each spawn. */
    EACH {
      @Override
      void beforeSpawn(int first) throws PosixException {
        String[] open = new File("/proc/self/fd").list();
        if (open == null) { // no descriptor is left to read the list
          throw new PosixException("/proc/self/fd", Errno.EMFILE);
        }
        for (String number : open) {
          int descriptor = Integer.parseInt(number);
          if (descriptor >= first) { // no child gets one that was closed meanwhile
            LinuxC.fcntl(descriptor, LinuxC.F_SETFD, LinuxC.FD_CLOEXEC);
          }
        }
      }
    },

    /** A flag of the spawn: macOS. */
    FLAG;

    static final CloseFrom HERE = find();

    private static final class Glibc {
      static {
        Native.register(Glibc.class, Jna.process());
      }

      static native int posix_spawn_file_actions_addclosefrom_np(long actions, int from);
    }

    private static CloseFrom find() {
      if (Host.HERE != Host.LINUX) {
        return FLAG;
      }
      try {
        Class.forName(Glibc.class.getName());
        return FILE_ACTION;
      } catch (UnsatisfiedLinkError | ClassNotFoundException e) {
        return EACH;
      }
    }

    /** Whether descriptors that file actions have made stay open in the child. */
    boolean keepsCopies() {
      return this != FILE_ACTION;
    }

    /** Add an action that closes every descriptor from {@code first} on in the child. */
    void add(long actions, int first) throws PosixException {
      // The other ways need no action.
    }

    /** Mark the descriptors of this process, right before each spawn. */
    void beforeSpawn(int first) throws PosixException {
      // The other ways need nothing.
    }
  }
}
