package dev.bullpen.project.file;

import dev.bullpen.posix.FileStatus;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether something is certainly not there.
 *
 * <p>{@code exists} says no as well of what lies in a folder that we may not enter. Where something
 * decides what may be done, that no would decide it the wrong way: what cannot be looked for may be
 * there.
 */
public final class Absence {
  private Absence() {}

  /** Whether nothing is there, not even a link that leads nowhere. */
  public static boolean isCertain(Path path) {
    if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
      return true;
    }
    // Below a file nothing is, which the system calls another mistake.
    Path folder = path.getParent();
    return folder != null && Files.isRegularFile(folder);
  }

  /**
   * A place where mostly nothing is, asked about before every call at the cost of one system call.
   * A link is something, wherever it leads.
   */
  public static final class Vacancy {
    private final Object findingLock = new Object();

    private final Path place;
    private Optional<FileStatus> status = Optional.empty(); // from the first time on

    public Vacancy(Path place) {
      this.place = place;
    }

    /** Whether certainly nothing is there now; see {@link Absence}. */
    public boolean isCertain() {
      synchronized (findingLock) {
        if (status.isEmpty()) {
          status = Optional.of(new FileStatus(place));
        }
        return !status.get().look() && (status.get().isAbsent() || Absence.isCertain(place));
      }
    }
  }
}
