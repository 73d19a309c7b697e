package dev.bullpen.server.program;

import dev.bullpen.pool.JobHandle;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.server.program.ProgramRequest.Result;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Sources that are being compiled, or wait for their turn. Requests for the same version wait for
 * the same compilation; when the last of them is withdrawn, its compiler is ended.
 *
 * <p>For the one thread of {@code thread}.
 */
final class Compilations {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** In each lane. Compilers keep cores busy, and leave helpers to jobs that need none. */
  static final int AT_A_TIME = 2;

  private enum State {
    WAITING,
    RUNNING,
    /** Cancelled; its compiler may not be gone yet. */
    ABANDONED
  }

  private static final class Compilation {
    final ProgramVersion version;
    final List<ProgramRequest> requests = new ArrayList<>();
    State state = State.WAITING;
    Lane lane = Lane.LONG;

    // Both from when it runs.
    ClassFolder folder;
    JobHandle job;

    Compilation(ProgramVersion version) {
      this.version = version;
    }

    /** A person who is typing must not wait behind long jobs. */
    void join(ProgramRequest request) {
      requests.add(request);
      if (state == State.WAITING && request.lane() == Lane.INTERACTIVE) {
        lane = Lane.INTERACTIVE;
      }
    }
  }

  private final Compiler compiler;
  private final ClassCache cache;
  private final KnownPrograms known;
  private final Executor thread;
  private final Consumer<Runnable> later;

  /** By the key of what is compiled, in the order in which they came. */
  private final Map<String, Compilation> compiling = new LinkedHashMap<>();

  private final Set<Compilation> abandoned = new HashSet<>();

  /**
   * @param thread on which the ends of compilations are handled
   * @param later the same thread, a moment later
   */
  Compilations(
      Compiler compiler,
      ClassCache cache,
      KnownPrograms known,
      Executor thread,
      Consumer<Runnable> later) {
    this.compiler = compiler;
    this.cache = cache;
    this.known = known;
    this.thread = thread;
    this.later = later;
  }

  boolean isCompiling(ProgramVersion version) {
    return compiling.containsKey(version.key());
  }

  void add(ProgramRequest request, ProgramVersion version) {
    compiling.computeIfAbsent(version.key(), key -> new Compilation(version)).join(request);
    beginNext(); // it may have changed to a lane in which there is a place
  }

  private void beginNext() {
    for (Compilation one : List.copyOf(compiling.values())) {
      if (one.state == State.WAITING && running(one.lane) < AT_A_TIME) {
        begin(one);
      }
    }
  }

  private long running(Lane lane) {
    return compiling.values().stream()
        .filter(one -> one.state == State.RUNNING && one.lane == lane)
        .count();
  }

  private void begin(Compilation one) {
    ProgramVersion version = one.version;
    try {
      one.folder = cache.begin(version.file(), version.content());
      try {
        one.job =
            compiler.start(
                version,
                one.folder,
                one.lane,
                outcome -> thread.execute(() -> conclude(one, outcome)));
        one.state = State.RUNNING;
      } catch (RuntimeException e) {
        ClassCache.remove(one.folder);
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "{0} cannot be compiled: {1}", version.program(), e.toString());
      answer(one, unusable(version, "a file cannot be read or written"));
    }
  }

  private void conclude(Compilation one, Compiler.Outcome outcome) {
    try {
      answer(one, result(one, outcome));
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "{0}: {1}", one.folder.path(), e.toString());
      if (cache.giveUp(one.folder, e) && !one.requests.isEmpty()) {
        begin(one);
      } else {
        answer(one, unusable(one.version, "its classes cannot be kept"));
      }
    }
    beginNext();
  }

  /**
   * @throws IOException if the folder is at fault, and not the source
   */
  private Result result(Compilation one, Compiler.Outcome outcome) throws IOException {
    if (outcome instanceof Compiler.Outcome.Compiled compiled) {
      one.folder.finish(compiled.provider());
      ClassFolder kept = cache.keep(one.folder, one.version.key());
      return known.ready(one.version, kept, compiled.provider());
    }
    one.folder.probe(); // a compiler that could not write says so in many ways
    ClassCache.remove(one.folder);
    Compiler.Outcome.Failed failed = (Compiler.Outcome.Failed) outcome;
    return failed.lasts()
        ? known.failed(one.version, failed.failure())
        : new Result.Failed(failed.failure());
  }

  private static Result unusable(ProgramVersion version, String why) {
    return Result.unusable("%s cannot be compiled: %s".formatted(version.file(), why));
  }

  private void answer(Compilation one, Result result) {
    compiling.remove(one.version.key());
    one.requests.forEach(request -> request.answer(result));
  }

  /** That answer is not wanted any more; nor are the classes, if no other request waits. */
  void withdraw(ProgramRequest request) {
    for (Compilation one : List.copyOf(compiling.values())) {
      if (one.requests.removeIf(waiting -> waiting == request) && one.requests.isEmpty()) {
        abandon(one);
      }
    }
  }

  private void abandon(Compilation one) {
    if (one.state == State.RUNNING) {
      if (!compiler.pool().cancel(one.job)) {
        return; // it has just ended: its classes will be kept
      }
      one.state = State.ABANDONED;
      abandoned.add(one);
    }
    compiling.remove(one.version.key());
    if (one.state == State.ABANDONED) {
      removeWhenOver(one);
    }
    beginNext();
  }

  /** As long as the compiler lives it may make folders anew. */
  private void removeWhenOver(Compilation one) {
    if (compiler.pool().isWithHelper(one.job)) {
      later.accept(() -> removeWhenOver(one));
    } else if (abandoned.remove(one)) {
      ClassCache.remove(one.folder);
    }
  }

  void close() {
    compiling.values().stream()
        .filter(one -> one.state == State.RUNNING)
        .forEach(one -> ClassCache.remove(one.folder));
    abandoned.forEach(one -> ClassCache.remove(one.folder));
    abandoned.clear();
  }
}
