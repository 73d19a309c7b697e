package dev.bullpen.server.program;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.JobHandle;
import dev.bullpen.pool.job.Lane;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * What is being compiled, and what waits for its turn. Whoever asks for what is among these waits
 * for the same; when nobody does any more, its compiler is ended.
 *
 * <p>For the one thread of {@code thread}.
 */
final class Compilations {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** In each lane. Compilers keep cores busy, and leave helpers to jobs that need none. */
  static final int AT_A_TIME = 2;

  /** What becomes of the end of a compiler. */
  interface Conclusion {
    /**
     * The answer to all who wait.
     *
     * @throws IOException if the folder is at fault, and not the source
     */
    ProgramResult of(ProgramVersion version, ClassFolder folder, Compiling.Outcome outcome)
        throws IOException;
  }

  private final HelperPool pool;
  private final Path root;
  private final CompilerCommand compiler;
  private final ClassCache cache;
  private final Executor thread;
  private final Consumer<Runnable> later;
  private final Conclusion conclusion;

  /** By the key of what is compiled, in the order in which they came. */
  private final Map<String, Compilation> compiling = new LinkedHashMap<>();

  /** Folders of compilers that have been cancelled, and may not be gone yet. */
  private final Set<ClassFolder> abandoned = new HashSet<>();

  /**
   * @param root the project's folder
   * @param thread on which the ends of compilations are handled
   * @param later the same thread, a moment later
   */
  Compilations(
      HelperPool pool,
      Path root,
      CompilerCommand compiler,
      ClassCache cache,
      Executor thread,
      Consumer<Runnable> later,
      Conclusion conclusion) {
    this.pool = pool;
    this.root = root;
    this.compiler = compiler;
    this.cache = cache;
    this.thread = thread;
    this.later = later;
    this.conclusion = conclusion;
  }

  /** Wait with the others; false if this is not being compiled. */
  boolean join(ProgramRequest request, ProgramVersion version) {
    Optional<Compilation> unfinished = Optional.ofNullable(compiling.get(version.key()));
    unfinished.ifPresent(
        one -> {
          one.join(request);
          beginNext(); // it may have changed to a lane in which there is a place
        });
    return unfinished.isPresent();
  }

  /** Have it compiled, when its turn comes. */
  void add(ProgramRequest request, ProgramVersion version) {
    Compilation compilation = new Compilation(version);
    compilation.join(request);
    compiling.put(version.key(), compilation);
    beginNext();
  }

  /** Whose turn has come begins; the others wait, and no helper waits with them. */
  private void beginNext() {
    for (Compilation compilation : List.copyOf(compiling.values())) {
      if (compilation.run().isEmpty() && running(compilation.lane()) < AT_A_TIME) {
        begin(compilation);
      }
    }
  }

  private long running(Lane lane) {
    return compiling.values().stream()
        .filter(one -> one.run().isPresent() && one.lane() == lane)
        .count();
  }

  private void begin(Compilation compilation) {
    ProgramVersion version = compilation.version();
    try {
      ClassFolder folder = cache.begin(version.file(), version.content());
      compilation.begun(new Compilation.Run(start(compilation, folder), folder));
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "{0} cannot be compiled: {1}", version.program(), e.toString());
      compiling.remove(version.key());
      compilation.answer(
          new ProgramResult.Failed(
              ProgramFailure.unusable(
                  version.file() + " cannot be compiled: a file cannot be read or written")));
    }
  }

  private JobHandle start(Compilation compilation, ClassFolder folder) {
    ProgramVersion version = compilation.version();
    try {
      return new Compiling(
              compiler, version.program(), version.jars(), folder, root, compilation.lane())
          .start(pool, outcome -> thread.execute(() -> conclude(compilation, outcome)));
    } catch (RuntimeException e) {
      ClassCache.remove(folder);
      throw e;
    }
  }

  private void conclude(Compilation compilation, Compiling.Outcome outcome) {
    ProgramVersion version = compilation.version();
    ClassFolder folder = compilation.run().orElseThrow().folder();
    try {
      ProgramResult result = conclusion.of(version, folder, outcome);
      compiling.remove(version.key());
      compilation.answer(result);
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "{0}: {1}", folder.path(), e.toString());
      if (cache.giveUp(folder, e) && compilation.isWanted()) {
        begin(compilation);
      } else {
        compiling.remove(version.key());
        compilation.answer(
            new ProgramResult.Failed(
                ProgramFailure.unusable(
                    version.file() + " cannot be compiled: its classes cannot be kept")));
      }
    }
    beginNext();
  }

  /** Nobody waits for that answer any more; nor for the classes, if nobody else does. */
  void withdraw(ProgramRequest request) {
    for (Compilation compilation : List.copyOf(compiling.values())) {
      if (compilation.leave(request) && !compilation.isWanted()) {
        abandon(compilation);
      }
    }
  }

  private void abandon(Compilation compilation) {
    Optional<Compilation.Run> run = compilation.run();
    if (run.isPresent() && !pool.cancel(run.get().job())) {
      return; // it has just ended: its classes will be kept
    }
    compiling.remove(compilation.version().key());
    if (run.isPresent()) {
      abandoned.add(run.get().folder());
      removeWhenOver(run.get());
    }
    beginNext();
  }

  /** As long as the compiler lives it may make folders anew. */
  private void removeWhenOver(Compilation.Run run) {
    if (pool.isWithHelper(run.job())) {
      later.accept(() -> removeWhenOver(run));
    } else if (abandoned.remove(run.folder())) {
      ClassCache.remove(run.folder());
    }
  }

  /** What is not finished now never will be. */
  void close() {
    for (Compilation compilation : compiling.values()) {
      compilation.run().ifPresent(run -> ClassCache.remove(run.folder()));
    }
    abandoned.forEach(ClassCache::remove);
    abandoned.clear();
  }
}
