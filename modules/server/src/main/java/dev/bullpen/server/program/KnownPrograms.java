package dev.bullpen.server.program;

import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.script.Libraries;
import dev.bullpen.project.script.Libraries.Library;
import dev.bullpen.project.script.Libraries.LibraryException;
import dev.bullpen.server.program.ProgramRequest.Result;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * What has been found out about programs, as long as their files do not change. Each question
 * checks the program's file; the project's jars and the kept classes are checked once a second.
 *
 * <p>For any thread.
 */
final class KnownPrograms {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** For so long a replaced jar, or a cleared cache, may go unnoticed. */
  private static final long CHECKED_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

  /**
   * One program. Its source is not kept.
   *
   * @param stamp of the source or jar
   * @param libraries the jars it was compiled with
   * @param folder where its classes are, if there are any
   * @param checkedAt when the folder was last found whole
   */
  private record Known(
      String stamp,
      List<Library> libraries,
      Result result,
      Optional<ClassFolder> folder,
      long checkedAt) {}

  /** The project's jars, or what is wrong with them. */
  private record Seen(long at, List<Library> jars, Optional<LibraryException> objection) {}

  private final Libraries libraries;
  private final LongSupplier clock;
  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private volatile Optional<Seen> lastSeen = Optional.empty();

  KnownPrograms(Path root, LongSupplier clock) {
    this.libraries = new Libraries(root);
    this.clock = clock;
  }

  Optional<Result> find(String program) {
    Seen seen = libraries();
    if (seen.objection().isPresent()) {
      return Optional.of(Result.unusable(seen.objection().get().getMessage()));
    }
    return Optional.ofNullable(known.get(program))
        .filter(one -> holds(program, one, seen.jars()))
        .map(Known::result);
  }

  private boolean holds(String program, Known one, List<Library> jars) {
    if (!jars.equals(one.libraries())
        || !one.stamp().equals(FileStamp.ofTarget(Path.of(program)))) {
      return false;
    }
    long now = clock.getAsLong();
    if (one.folder().isEmpty() || now - one.checkedAt() < CHECKED_EVERY_NANOS) {
      return true;
    }
    if (!one.folder().get().use(Instant.now())) {
      return false;
    }
    Known checked = new Known(one.stamp(), one.libraries(), one.result(), one.folder(), now);
    known.replace(program, one, checked);
    return true;
  }

  /** The project's jars, none if one is refused. */
  List<Library> jars() {
    return libraries().jars();
  }

  private Seen libraries() {
    long now = clock.getAsLong();
    Optional<Seen> last = lastSeen;
    if (last.isPresent() && now - last.get().at() < CHECKED_EVERY_NANOS) {
      return last.get();
    }
    Seen seen;
    try {
      seen = new Seen(now, libraries.all(), Optional.empty());
    } catch (LibraryException e) {
      seen = new Seen(now, List.of(), Optional.of(e));
      if (!last.flatMap(Seen::objection)
          .map(LibraryException::detail)
          .equals(Optional.of(e.detail()))) {
        LOG.log(Level.WARNING, e.detail());
      }
    }
    lastSeen = Optional.of(seen);
    return seen;
  }

  Optional<String> any() {
    return known.keySet().stream().findFirst();
  }

  /** Remember where the classes are. */
  Result ready(ProgramVersion version, ClassFolder folder, String provider) throws IOException {
    Result ready = new Result.Ready(provider, version.classPath(folder));
    remember(version, ready, Optional.of(folder));
    return ready;
  }

  /** Remember a failure that lasts until a file changes. */
  Result failed(ProgramVersion version, ProgramFailure failure) {
    Result failed = new Result.Failed(failure);
    remember(version, failed, Optional.empty());
    return failed;
  }

  private void remember(ProgramVersion version, Result result, Optional<ClassFolder> folder) {
    known.put(
        version.program().toString(),
        new Known(version.stamp(), version.libraries(), result, folder, clock.getAsLong()));
  }
}
