package dev.bullpen.server.program;

import dev.bullpen.pool.HelperPool;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Finds what is not known of a program: its classes in the cache, else by having it compiled, or by
 * a look into the jar. Whoever asks for what is being compiled waits for the same.
 *
 * <p>Reads and writes files. For the one thread of {@code thread}.
 */
final class ProgramSearch {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** Who is told what has been found out. */
  interface Memory {
    void keep(ProgramVersion version, ProgramResult result, Optional<ClassFolder> folder);
  }

  private final HelperPool pool;
  private final Path root;
  private final CompilerCommand compiler;
  private final ClassCache cache;
  private final Executor thread;
  private final Memory memory;

  /** By the key of what is compiled. */
  private final Map<String, Unfinished> compiling = new HashMap<>();

  /** A compilation, and who waits for it. */
  private record Unfinished(ClassFolder folder, List<ProgramRequest> waiting) {}

  /**
   * @param root the project's folder
   * @param thread on which the ends of compilations are handled
   */
  ProgramSearch(
      HelperPool pool,
      Path root,
      CompilerCommand compiler,
      ClassCache cache,
      Executor thread,
      Memory memory) {
    this.pool = pool;
    this.root = root;
    this.compiler = compiler;
    this.cache = cache;
    this.thread = thread;
    this.memory = memory;
  }

  String compilerStamp() {
    return compiler.stamp();
  }

  /** Answer the request, now or when its source is compiled. */
  void find(ProgramRequest request, ProgramVersion version) throws IOException {
    Unfinished unfinished = compiling.get(version.key());
    if (unfinished != null) {
      unfinished.waiting().add(request);
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
    ClassFolder made = cache.begin();
    made.provider(provider.get());
    return ready(version, cache.keep(made, version.key()), provider.get());
  }

  private ProgramResult unfit(ProgramVersion version, String detail, String sentence) {
    LOG.log(Level.WARNING, "{0} {1}", version.program(), detail);
    return failed(version, ProgramFailure.unusable(version.file() + " " + sentence));
  }

  private void compile(ProgramRequest request, ProgramVersion version) throws IOException {
    ClassFolder folder = cache.begin();
    Files.write(folder.source(version.file()), version.content());
    compiling.put(version.key(), new Unfinished(folder, new ArrayList<>(List.of(request))));
    new Compiling(compiler, version.program(), version.jars(), folder, root, request.lane())
        .start(pool, outcome -> thread.execute(() -> conclude(version, folder, outcome)));
  }

  private void conclude(ProgramVersion version, ClassFolder folder, Compiling.Outcome outcome) {
    ProgramResult result = result(version, folder, outcome);
    for (ProgramRequest request : compiling.remove(version.key()).waiting()) {
      request.answer(result);
    }
  }

  private ProgramResult result(
      ProgramVersion version, ClassFolder folder, Compiling.Outcome outcome) {
    try {
      if (outcome instanceof Compiling.Outcome.Compiled compiled) {
        folder.provider(compiled.provider());
        return ready(version, cache.keep(folder, version.key()), compiled.provider());
      }
      folder.remove();
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "{0}: {1}", folder.path(), e.toString());
    }
    if (outcome instanceof Compiling.Outcome.Failed failed) {
      return failed.lasts()
          ? failed(version, failed.failure())
          : new ProgramResult.Failed(failed.failure());
    }
    return new ProgramResult.Failed(ProgramFailure.unusable("its classes cannot be kept"));
  }

  /** What is not finished now never will be. */
  void close() {
    for (Unfinished unfinished : compiling.values()) {
      try {
        unfinished.folder().remove();
      } catch (IOException e) {
        LOG.log(Level.WARNING, "{0} is left behind: {1}", unfinished.folder().path(), e.toString());
      }
    }
    cache.close();
  }
}
