package dev.bullpen.posix;

import com.sun.jna.Memory;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;

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

  /** glibc needs 80 and 336 bytes, macOS a pointer each. */
  private static final int ACTIONS_BYTES = 256;

  private static final int ATTRIBUTES_BYTES = 512;
  private static final int SIGNAL_SET_BYTES = 128;
  private static final int O_RDWR = 2;
  private static final int STANDARD_STREAMS = 3;
  private static final byte[] DEV_NULL = CText.of("/dev/null");

  private Spawn() {}

  /**
   * @return the child's pid, which is also its group's number
   * @throws PosixException if it could not be started, with the errno of the step that failed
   */
  public static int spawn(SpawnRequest request) throws PosixException {
    try (NativeBytes actions = new NativeBytes(ACTIONS_BYTES);
        StringVector argv = StringVector.of(request.argv());
        StringVector envp = StringVector.of(request.environment())) {
      PosixException.check(
          "posix_spawn_file_actions_init", LibC.posix_spawn_file_actions_init(actions.address()));
      try {
        describeDescriptors(actions.address(), request);
        int[] pid = new int[1];
        PosixException.check(
            "posix_spawn " + request.argv().get(0),
            LibC.posix_spawn(
                pid,
                CText.of(request.argv().get(0)),
                actions.address(),
                attributes(request.placement()),
                argv.address(),
                envp.address()));
        return pid[0];
      } finally {
        LibC.posix_spawn_file_actions_destroy(actions.address());
      }
    }
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

  /**
   * Give the child its descriptors. They are first copied above every number in play, because one
   * of our numbers may be the target of another.
   */
  private static void describeDescriptors(long actions, SpawnRequest request)
      throws PosixException {
    Map<Integer, Integer> given = request.descriptors();
    int highest = STANDARD_STREAMS - 1;
    for (Map.Entry<Integer, Integer> entry : given.entrySet()) {
      highest = Math.max(highest, Math.max(entry.getKey(), entry.getValue()));
    }
    boolean crossing = given.values().stream().anyMatch(given::containsKey);
    int copy = highest;
    int last = STANDARD_STREAMS - 1;
    for (Map.Entry<Integer, Integer> entry : given.entrySet()) {
      if (crossing) {
        dup2(actions, entry.getValue(), ++copy);
      }
    }
    copy = highest;
    for (Map.Entry<Integer, Integer> entry : given.entrySet()) {
      dup2(actions, crossing ? ++copy : entry.getValue(), entry.getKey());
      last = Math.max(last, entry.getKey());
    }
    for (int stream = 0; stream < STANDARD_STREAMS; stream++) {
      if (!given.containsKey(stream)) {
        PosixException.check(
            "posix_spawn_file_actions_addopen",
            LibC.posix_spawn_file_actions_addopen(actions, stream, DEV_NULL, O_RDWR, 0));
      }
    }
    if (Host.HERE == Host.LINUX) {
      CloseFrom.add(actions, last + 1);
    }
    if (request.directory().isPresent()) {
      Path directory = request.directory().get();
      PosixException.check(
          "posix_spawn_file_actions_addchdir_np",
          LibC.posix_spawn_file_actions_addchdir_np(actions, CText.of(directory.toString())));
    }
  }

  private static void dup2(long actions, int from, int to) throws PosixException {
    PosixException.check(
        "posix_spawn_file_actions_adddup2",
        LibC.posix_spawn_file_actions_adddup2(actions, from, to));
  }
}
