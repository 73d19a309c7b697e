package dev.bullpen.project.script;

import dev.bullpen.project.file.FileStamp;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How scripts are started, for as long as they are the files that were looked at. The look before a
 * start follows every link and asks for owner and permissions, with eight system calls three
 * folders deep; whether it would see the same takes one.
 *
 * <p>Not noticed is a folder on the way that is moved elsewhere and linked to: what is found there
 * is the file that was looked at all the same.
 *
 * @param <N> what scripts are known by
 */
final class KnownCommands<N> {
  /** With more, all are looked at anew. */
  private static final int MOST = 1000;

  private final Map<N, Known> known = new ConcurrentHashMap<>();

  private record Known(Path script, String stamp, List<String> command) {
    boolean isCurrent() {
      return stamp.equals(FileStamp.ofTarget(script));
    }
  }

  /** Empty if the script has to be looked at. */
  Optional<List<String>> of(N name) {
    Known one = known.get(name);
    return one != null && one.isCurrent() ? Optional.of(one.command()) : Optional.empty();
  }

  /**
   * Remember one that may be started.
   *
   * @param stamp from before the look, so that a change meanwhile is noticed
   */
  void keep(N name, Path script, String stamp, List<String> command) {
    if (stamp.equals(FileStamp.NONE)) {
      return; // it has only come meanwhile
    }
    if (known.size() >= MOST) {
      known.clear();
    }
    known.put(name, new Known(script, stamp, command));
  }
}
