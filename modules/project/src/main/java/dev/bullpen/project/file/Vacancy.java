package dev.bullpen.project.file;

import dev.bullpen.posix.FileStatus;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A place where mostly nothing is, asked about before every call at the cost of one system call. A
 * link is something, wherever it leads.
 */
public final class Vacancy {
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
