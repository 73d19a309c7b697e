package dev.bullpen.project.script;

import dev.bullpen.posix.FileStatus;
import dev.bullpen.project.file.TrustCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How scripts are started, for as long as they are the files that were looked at. The look before a
 * start follows every link and asks for owner and permissions, with some twenty system calls three
 * folders deep; whether it would see the same takes one for the script and one for each folder.
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

  /** Asked by any thread. */
  private static final class Known {
    private final FileStatus script;
    private final List<String> command;
    private final List<FileStatus> way;

    Known(FileStatus script, List<String> command, List<FileStatus> way) {
      this.script = script;
      this.command = command;
      this.way = way;
    }

    synchronized boolean isCurrent() {
      return script.isAsRemembered() && way.stream().allMatch(Known::isTrusted);
    }

    private static boolean isTrusted(FileStatus place) {
      place.look();
      return TrustCheck.isStillTrusted(place.path(), place.mode(), place.owner());
    }
  }

  /** Empty if the script has to be looked at. */
  Optional<List<String>> of(N name) {
    Known one = known.get(name);
    return one != null && one.isCurrent() ? Optional.of(one.command) : Optional.empty();
  }

  /**
   * A first glance at a script, for {@link #keep}: from before the look, so that a change meanwhile
   * is noticed.
   */
  static FileStatus glance(Path script) {
    FileStatus status = FileStatus.behindLinks(script);
    status.remember();
    return status;
  }

  /**
   * Remember one that may be started.
   *
   * @param script as it was at first glance
   * @param way what else decides which program is run, and is to be trusted at every start
   */
  void keep(N name, FileStatus script, List<String> command, FileStatus... way) {
    if (known.size() >= MOST) {
      known.clear();
    }
    known.put(name, new Known(script, command, List.of(way)));
  }
}
