package dev.bullpen.server.program;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.JobHandle;
import dev.bullpen.pool.job.Lane;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Finds what is not known of a program: its classes in the cache, else by having it compiled, or by
 * a look into the jar. Whoever asks for what is being compiled waits for the same; when nobody does
 * any more, its compiler is ended.
 *
 * <p>Reads and writes files. For the one thread of {@code thread}.
 */
final class ProgramSearch {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** In each lane. Compilers keep cores busy, and leave helpers to jobs that need none. */
  static final int AT_A_TIME = 2;

  /** Who is told what has been found out. */
  interface Memory {
    void keep(ProgramVersion version, ProgramResult result, Optional<ClassFolder> folder);
  }

  private final HelperPool pool;
  private final Path root;
  private final CompilerCommand compiler;
  private final ClassCache cache;
  private final Executor thread;
  private final Consumer<Runnable> later;
  private final Memory memory;

  /** By the key of what is compiled, in the order in which they came. */
  private final Map<String, Compilation> compiling = new LinkedHashMap<>();

  /** Folders of compilers that have been cancelled, and may not be gone yet. */
  private final Set<ClassFolder> abandoned = new HashSet<>();

  /**
   * @param root the project's folder
   * @param thread on which the ends of compilations are handled
   * @param later the same thread, a moment later
   */
  ProgramSearch(
      HelperPool pool,
      Path root,
      CompilerCommand compiler,
      ClassCache cache,
      Executor thread,
      Consumer<Runnable> later,
      Memory memory) {
    this.pool = pool;
    this.root = root;
    this.compiler = compiler;
    this.cache = cache;
    this.thread = thread;
    this.later = later;
    this.memory = memory;
  }

  String compilerStamp() {
    return compiler.stamp();
  }

  /** Answer the request, now or when its source is compiled. */
  void find(ProgramRequest request, ProgramVersion version) throws IOException {
    Compilation unfinished = compiling.get(version.key());
    if (unfinished != null) {
      unfinished.join(request);
      return;
    }
    Optional<ClassFolder> kept = cache.find(version.key());
    if (kept.isPresent()) {
      kept.get().use(Instant.now());
      request.answer(ready(version, kept.get(), kept.get().provider().orElseThrow()));
    } else if (version.isSource()) {
      compile(request, version);
    } else {
      request.answer(open(version));
    }
  }

  /** Remember a program whose classes are in the cache; one whose are not is left alone. */
  void recall(ProgramVersion version) throws IOException {
    Optional<ClassFolder> kept = cache.find(version.key());
    if (kept.isPresent()) {
      kept.get().use(Instant.now());
      ready(version, kept.get(), kept.get().provider().orElseThrow());
    }
  }

  private ProgramResult ready(ProgramVersion version, ClassFolder folder, String provider)
      throws IOException {
    ProgramResult ready = new ProgramResult.Ready(provider, version.classPath(folder));
    memory.keep(version, ready, Optional.of(folder));
    return ready;
  }

  private ProgramResult failed(ProgramVersion version, ProgramFailure failure) {
    ProgramResult failed = new ProgramResult.Failed(failure);
    memory.keep(version, failed, Optional.empty());
    return failed;
  }

  private ProgramResult open(ProgramVersion version) throws IOException {
    Optional<String> provider;
    try {
      provider = JarProvider.of(version.program());
    } catch (IOException e) {
      return unfit(version, "is no jar that can be read: " + e.getMessage(), "is no jar");
    }
    if (provider.isEmpty()) {
      return unfit(
          version,
          "names no provider. Declare one in META-INF/services/dev.bullpen.api.Tool (or"
              + " CompletionProvider, Prompt, ResourceReader), or a Main-Class",
          "names no provider");
    }
    ClassFolder made = cache.begin(version.file(), version.content());
    try {
      return keep(version, made, provider.get());
    } catch (IOException | RuntimeException e) {
      if (!cache.giveUp(made, e)) {
        throw e;
      }
      return open(version);
    }
  }

  private ProgramResult keep(ProgramVersion version, ClassFolder made, String provider)
      throws IOException {
    made.provider(provider);
    return ready(version, cache.keep(made, version.key()), provider);
  }

  private ProgramResult unfit(ProgramVersion version, String detail, String sentence) {
    LOG.log(Level.WARNING, "{0} {1}", version.program(), detail);
    return failed(version, ProgramFailure.unusable(version.file() + " " + sentence));
  }

  private void compile(ProgramRequest request, ProgramVersion version) {
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
      remove(folder);
      throw e;
    }
  }

  private void conclude(Compilation compilation, Compiling.Outcome outcome) {
    ProgramVersion version = compilation.version();
    ClassFolder folder = compilation.run().orElseThrow().folder();
    try {
      ProgramResult result = result(version, folder, outcome);
      compiling.remove(version.key());
      compilation.answer(result);
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "{0}: {1}", folder.path(), e.toString());
      if (cache.giveUp(folder, e) && compilation.isWanted()) {
        begin(compilation);
      } else {
        compiling.remove(version.key());
        compilation.answer(
            new ProgramResult.Failed(ProgramFailure.unusable("its classes cannot be kept")));
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
      remove(run.folder());
    }
  }

  /**
   * What came of it.
   *
   * @throws IOException if the folder is at fault, and not the source
   */
  private ProgramResult result(
      ProgramVersion version, ClassFolder folder, Compiling.Outcome outcome) throws IOException {
    if (outcome instanceof Compiling.Outcome.Compiled compiled) {
      return keep(version, folder, compiled.provider());
    }
    folder.probe(); // a compiler that could not write says so in many ways
    remove(folder);
    Compiling.Outcome.Failed failed = (Compiling.Outcome.Failed) outcome;
    return failed.lasts()
        ? failed(version, failed.failure())
        : new ProgramResult.Failed(failed.failure());
  }

  /** What is not finished now never will be. */
  void close() {
    for (Compilation compilation : compiling.values()) {
      compilation.run().ifPresent(run -> remove(run.folder()));
    }
    abandoned.forEach(ProgramSearch::remove);
    abandoned.clear();
    cache.close();
  }

  private static void remove(ClassFolder folder) {
    try {
      folder.remove();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "{0} is left behind: {1}", folder.path(), e.toString());
    }
  }
}
