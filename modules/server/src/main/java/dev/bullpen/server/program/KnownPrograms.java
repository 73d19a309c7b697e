package dev.bullpen.server.program;

import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.posix.FileStatus;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.script.Libraries;
import dev.bullpen.project.script.Libraries.Library;
import dev.bullpen.server.program.ClassCache.ClassFolder;
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
 * What is known about programs, as long as their files do not change. Each look-up checks the
 * program's file. The project's jars and the kept classes are checked once a second.
 *
 * <p>For any thread.
 */
final class KnownPrograms {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** How long a replaced jar, or a cleared cache, may go unnoticed. */
  private static final long CHECKED_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

  /**
   * One program. Its source is not kept.
   *
   * @param stamp of the source or jar
   * @param libraries the jars it was compiled with
   * @param ready how it is run, without arguments; empty if it cannot be run
   * @param failure why it cannot be run, if so
   * @param checkedAt when its classes were last found whole
   */
  private record Known(
      String stamp,
      List<Library> libraries,
      Optional<Ready> ready,
      Optional<NoProgramException> failure,
      long checkedAt) {}

  private record Ready(Program program, ClassFolder folder) {}

  /** The project's jars, or what is wrong with them. */
  private record Seen(long at, List<Library> jars, Optional<RefusedException> objection) {}

  private final Libraries libraries;
  private final LongSupplier clock;
  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private volatile Optional<Seen> lastSeen = Optional.empty();

  KnownPrograms(Path root, LongSupplier clock) {
    this.libraries = new Libraries(root);
    this.clock = clock;
  }

  /**
   * The program, without arguments; empty if it is not known.
   *
   * @throws NoProgramException if it is known that it cannot be run
   */
  Optional<Program> find(String program) throws NoProgramException {
    Seen seen = libraries();
    if (seen.objection().isPresent()) {
      throw NoProgramException.unusable(seen.objection().get().getMessage());
    }
    Known one = known.get(program);
    if (one == null || !holds(program, one, seen.jars())) {
      return Optional.empty();
    }
    if (one.failure().isPresent()) {
      throw one.failure().get();
    }
    return one.ready().map(Ready::program);
  }

  private boolean holds(String program, Known one, List<Library> jars) {
    if (!jars.equals(one.libraries())
        || !one.stamp().equals(FileStatus.stampBehindLinks(Path.of(program)))) {
      return false;
    }
    long now = clock.getAsLong();
    if (one.ready().isEmpty() || now - one.checkedAt() < CHECKED_EVERY_NANOS) {
      return true;
    }
    boolean isWhole = one.ready().get().folder().use(Instant.now());
    if (isWhole) {
      known.replace(
          program, one, new Known(one.stamp(), one.libraries(), one.ready(), one.failure(), now));
    }
    return isWhole;
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
    } catch (RefusedException e) {
      seen = new Seen(now, List.of(), Optional.of(e));
      if (!last.flatMap(Seen::objection)
          .map(RefusedException::detail)
          .equals(Optional.of(e.detail()))) {
        LOG.log(Level.WARNING, e.detail());
      }
    }
    lastSeen = Optional.of(seen);
    return seen;
  }

  /** Remember where the classes are. */
  Program ready(ProgramVersion version, ClassFolder folder, String provider) throws IOException {
    Program ready = new Program(List.of(provider), version.classPath(folder));
    remember(version, Optional.of(new Ready(ready, folder)), Optional.empty());
    return ready;
  }

  /** Remember a failure that lasts until a file changes. */
  NoProgramException failed(ProgramVersion version, NoProgramException failure) {
    remember(version, Optional.empty(), Optional.of(failure));
    return failure;
  }

  private void remember(
      ProgramVersion version, Optional<Ready> ready, Optional<NoProgramException> failure) {
    known.put(
        version.program().toString(),
        new Known(version.stamp(), version.libraries(), ready, failure, clock.getAsLong()));
  }
}
