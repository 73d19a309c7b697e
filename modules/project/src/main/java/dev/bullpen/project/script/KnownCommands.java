package dev.bullpen.project.script;

import dev.bullpen.posix.FileStatus;
import dev.bullpen.project.file.TrustCheck;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How scripts are started, for as long as they are the files that were looked at. The look before a
 * start follows every link and asks for owner and permissions, with some twenty system calls three
 * folders deep; whether it would see the same takes one for the script and one for each folder.
 *
 * @param <N> what scripts are known by
 */
final class KnownCommands<N> {
  /** With more, all are looked at anew. */
  private static final int MOST = 1000;

  private final Map<N, Known> known = new ConcurrentHashMap<>();

  /**
   * Asked by any thread.
   *
   * @param places that have to be as they were
   * @param folders that have to be trusted
   */
  private record Known(List<Place> places, List<FileStatus> folders, List<String> command) {
    synchronized boolean isCurrent() {
      for (Place place : places) { // not streams: this is asked for each call
        if (!place.isAsBefore()) {
          return false;
        }
      }
      for (FileStatus folder : folders) {
        if (!isTrusted(folder)) {
          return false;
        }
      }
      return true;
    }

    private static boolean isTrusted(FileStatus place) {
      place.look();
      return TrustCheck.isStillTrusted(place.mode(), place.owner());
    }
  }

  private record Place(FileStatus status, boolean isAbsent) {
    static Place of(Path path) {
      FileStatus status = new FileStatus(path);
      status.remember();
      return new Place(status, status.isAbsent());
    }

    boolean isAsBefore() {
      return isAbsent ? !status.look() && status.isAbsent() : status.isAsRemembered();
    }
  }

  /** Empty if the script has to be looked at. */
  Optional<List<String>> of(N name) {
    Known one = known.get(name);
    return one != null && one.isCurrent() ? Optional.of(one.command()) : Optional.empty();
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

  /** Remember one that may be started whatever else there is. */
  void keep(N name, FileStatus script, List<String> command) {
    keep(name, script, command, List.of(), List.of());
  }

  /**
   * Remember one that may be started.
   *
   * @param script as it was at first glance
   * @param places what else has to stay as it is: files, links, and what is not there
   * @param folders to be trusted at every start
   */
  void keep(
      N name, FileStatus script, List<String> command, List<Path> places, List<Path> folders) {
    if (known.size() >= MOST) {
      known.clear();
    }
    List<Place> all = new ArrayList<>(List.of(new Place(script, false)));
    places.forEach(place -> all.add(Place.of(place)));
    known.put(name, new Known(all, folders.stream().map(FileStatus::new).toList(), command));
  }
}
