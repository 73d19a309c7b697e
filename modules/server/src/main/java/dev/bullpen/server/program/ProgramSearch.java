package dev.bullpen.server.program;

import dev.bullpen.pool.HelperPool;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Finds what is not known of a program: its classes in the cache, else by having it compiled, or by
 * a look into the jar.
 *
 * <p>Reads and writes files. For the one thread of {@code thread}.
 */
final class ProgramSearch {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** Who is told what has been found out. */
  interface Memory {
    void keep(ProgramVersion version, ProgramResult result, Optional<ClassFolder> folder);
  }

  private final CompilerCommand compiler;
  private final ClassCache cache;
  private final Compilations compilations;
  private final Memory memory;

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
    this.compiler = compiler;
    this.cache = cache;
    this.compilations = new Compilations(pool, root, compiler, cache, thread, later, this::result);
    this.memory = memory;
  }

  String compilerStamp() {
    return compiler.stamp();
  }

  /** Answer the request, now or when its source is compiled. */
  void find(ProgramRequest request, ProgramVersion version) throws IOException {
    if (compilations.join(request, version)) {
      return;
    }
    Optional<ClassFolder> kept = cache.find(version.key());
    if (kept.isPresent()) {
      kept.get().use(Instant.now());
      request.answer(ready(version, kept.get(), kept.get().provider().orElseThrow()));
    } else if (version.isSource()) {
      compilations.add(request, version);
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

  /** See {@link Compilations.Conclusion#of}. */
  private ProgramResult result(
      ProgramVersion version, ClassFolder folder, Compiling.Outcome outcome) throws IOException {
    if (outcome instanceof Compiling.Outcome.Compiled compiled) {
      return keep(version, folder, compiled.provider());
    }
    folder.probe(); // a compiler that could not write says so in many ways
    ClassCache.remove(folder);
    Compiling.Outcome.Failed failed = (Compiling.Outcome.Failed) outcome;
    return failed.lasts()
        ? failed(version, failed.failure())
        : new ProgramResult.Failed(failed.failure());
  }

  /** See {@link Compilations#withdraw}. */
  void withdraw(ProgramRequest request) {
    compilations.withdraw(request);
  }

  /** What is not finished now never will be. */
  void close() {
    compilations.close();
    cache.close();
  }
}
