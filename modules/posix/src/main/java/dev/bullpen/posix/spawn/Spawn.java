package dev.bullpen.posix.spawn;

import com.sun.jna.Memory;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.libc.CText;
import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.NativeBytes;
import dev.bullpen.posix.proc.Signal;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts processes with posix_spawn(3): no copy of this process, no helper program of the JDK, and
 * an error of the exec itself comes back as our error.
 *
 * <p>The child leads its own group or session, has an empty signal mask, default signal handling,
 * and only the descriptors it was given.
 */
public final class Spawn {
  private static final short SETPGROUP = 0x02;
  private static final short SETSIGDEF = 0x04;
  private static final short SETSIGMASK = 0x08;
  private static final short SETSID = (short) (Host.HERE == Host.LINUX ? 0x80 : 0x400);

  /** macOS: close whatever the file actions do not mention. */
  private static final short CLOEXEC_DEFAULT = 0x4000;

  /** glibc needs 336 bytes, macOS a pointer. */
  private static final int ATTRIBUTES_BYTES = 512;

  private static final int SIGNAL_SET_BYTES = 128;

  /** An editor or a build writes a script in less. */
  private static final Duration WRITTEN_WITHIN = Duration.ofMillis(200);

  private static final Duration TRIES_APART = Duration.ofMillis(5);

  private Spawn() {}

  /**
   * @return the child's pid, which is also its group's number
   * @throws PosixException if it could not be started, with the errno of the step that failed
   */
  public static int spawn(SpawnRequest request) throws PosixException {
    return spawn(request, CloseFrom.HERE);
  }

  /**
   * The same for a program that may just be being written: while a process has it open for writing
   * (ETXTBSY in execve(2)) it is tried again, for {@code 200 ms} at most. Not to be called under a
   * lock.
   */
  public static int spawnOnceWritten(SpawnRequest request) throws PosixException {
    long until = System.nanoTime() + WRITTEN_WITHIN.toNanos();
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
   * The same with another file than the first word of the request names; the program still has that
   * as its name.
   *
   * @param program its absolute path in the child
   */
  public static int spawn(String program, SpawnRequest request) throws PosixException {
    return spawn(program, request, CloseFrom.HERE);
  }

  /**
   * All that comes before a start, and no start: for who wants to be quick with the first.
   *
   * @throws PosixException if that fails already
   */
  public static void rehearse(SpawnRequest request) throws PosixException {
    try (FileActions actions = actions(request, CloseFrom.HERE);
        ExecVectors vectors = vectors(request)) {
      actions.address();
      vectors.envp();
    }
  }

  /** The same in a way that this system need not prefer. */
  static int spawn(SpawnRequest request, CloseFrom way) throws PosixException {
    return spawn(request.argv().get(0), request, way);
  }

  private static int spawn(String program, SpawnRequest request, CloseFrom way)
      throws PosixException {
    try (FileActions actions = actions(request, way);
        ExecVectors vectors = vectors(request)) {
      int[] pid = new int[1];
      int errno =
          LibC.posix_spawn(
              pid,
              CText.of(program),
              actions.address(),
              attributes(request.placement()),
              vectors.argv(),
              vectors.envp());
      if (errno != 0) {
        throw PosixException.ofStart("posix_spawn " + program, errno);
      }
      return pid[0];
    }
  }

  private static FileActions actions(SpawnRequest request, CloseFrom way) throws PosixException {
    return FileActions.of(request.descriptors(), request.directory(), way);
  }

  private static ExecVectors vectors(SpawnRequest request) {
    return ExecVectors.of(request.argv(), request.environment());
  }

  private static long attributes(SpawnRequest.Placement placement) {
    return placement == SpawnRequest.Placement.SESSION
        ? OfSession.ATTRIBUTES.address()
        : OfGroup.ATTRIBUTES.address();
  }

  /** The attributes are the same for every child placed alike, so they are made once and kept. */
  private static final class OfGroup {
    static final NativeBytes ATTRIBUTES = describeProcess(SETPGROUP);
  }

  private static final class OfSession {
    static final NativeBytes ATTRIBUTES = describeProcess(SETSID);
  }

  private static NativeBytes describeProcess(short placement) {
    NativeBytes attributes = new NativeBytes(ATTRIBUTES_BYTES);
    try (NativeBytes signals = new NativeBytes(SIGNAL_SET_BYTES)) {
      int flags = placement | SETSIGMASK | SETSIGDEF;
      if (Host.HERE == Host.MACOS) {
        flags |= CLOEXEC_DEFAULT;
      }
      long address = attributes.address();
      PosixException.check("posix_spawnattr_init", LibC.posix_spawnattr_init(address));
      PosixException.check("posix_spawnattr_setpgroup", LibC.posix_spawnattr_setpgroup(address, 0));
      PosixException.check(
          "posix_spawnattr_setflags", LibC.posix_spawnattr_setflags(address, (short) flags));
      // The memory is zero, so this is the empty mask; filled, it is the set to put back to
      // default.
      PosixException.check(
          "posix_spawnattr_setsigmask",
          LibC.posix_spawnattr_setsigmask(address, signals.address()));
      fillSignals(signals.memory());
      PosixException.check(
          "posix_spawnattr_setsigdefault",
          LibC.posix_spawnattr_setsigdefault(address, signals.address()));
      return attributes;
    } catch (PosixException e) {
      throw new UncheckedIOException(e); // these calls fail for wrong arguments only
    }
  }

  /**
   * Every signal but KILL and STOP, whose handling cannot be set. Above 31 lie the real-time
   * signals and, on Linux, the two that glibc keeps to itself and would leave ignored in the child.
   */
  private static void fillSignals(Memory set) {
    int all = 0xffffffff;
    set.setInt(0, all & ~bit(Signal.KILL) & ~bit(Signal.STOP));
    set.setInt(Integer.BYTES, all);
  }

  private static int bit(Signal signal) {
    return 1 << (signal.number() - 1);
  }
}
