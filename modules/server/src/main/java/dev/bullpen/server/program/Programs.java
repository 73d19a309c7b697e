package dev.bullpen.server.program;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.server.program.ProgramRequest.Result;
import dev.bullpen.server.thread.DaemonThreads;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * Makes a job's program of a command. A script is one as it is. A {@code .java} source is compiled,
 * and a {@code .jar} searched for its provider, unless that has been done.
 *
 * <p>A known program is answered on the calling thread ({@link KnownPrograms}). All else happens on
 * the thread "programs": the classes are looked up in the {@link ClassCache} under the version's
 * key, or compiled by a job ({@link Compilations}).
 */
public final class Programs implements ProgramSource, AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** The time in which a compiler that is ended is usually gone. */
  private static final Duration MOMENT = Duration.ofMillis(50);

  /** What removing a private folder of classes may take. */
  private static final Duration LAST_FILES = Duration.ofSeconds(1);

  private final CompilerCommand compiler;
  private final ClassCache cache;
  private final KnownPrograms known;
  private final Compilations compilations;
  private final ExecutorService thread = DaemonThreads.one("programs");

  public static Programs of(
      HelperPool pool,
      Path root,
      Path home,
      Map<String, String> environment,
      BiConsumer<Duration, Runnable> later) {
    return new Programs(
        new Compiler(pool, root, CompilerCommand.of(home, environment)),
        new ClassCache(ClassCache.folder(environment)),
        System::nanoTime,
        later);
  }

  Programs(
      Compiler compiler,
      ClassCache cache,
      LongSupplier clock,
      BiConsumer<Duration, Runnable> later) {
    this.compiler = compiler.command();
    this.cache = cache;
    this.known = new KnownPrograms(compiler.root(), clock);
    this.compilations =
        new Compilations(
            compiler,
            cache,
            known,
            this::execute,
            task -> later.accept(MOMENT, () -> execute(task)));
  }

  /** On the calling thread if it is a script, or known already. */
  @Override
  public CompletableFuture<Program> find(Lane lane, List<String> command) {
    String program = command.get(0);
    if (!ProgramRequest.isSource(program) && !ProgramRequest.isJar(program)) {
      return CompletableFuture.completedFuture(Program.script(command));
    }
    CompletableFuture<Program> found = new CompletableFuture<>();
    ProgramRequest request = new ProgramRequest(lane, command, found);
    Optional<Result> result = known.find(program);
    if (result.isPresent()) {
      request.answer(result.get());
      return found;
    }
    try {
      execute(() -> find(request));
    } catch (NoThreadException e) {
      request.answer(Result.unusable(e.getMessage()));
      return found;
    }
    // On the one thread, so behind what has just been handed to it.
    found.whenComplete(
        (ready, failure) -> {
          if (found.isCancelled()) {
            execute(() -> compilations.withdraw(request));
          }
        });
    return found;
  }

  /**
   * Find the classes that earlier servers have kept, so that the first call of a program does not
   * wait for that. Nothing is compiled.
   *
   * @param sources by absolute path
   */
  public void recall(Supplier<? extends Collection<Path>> sources) {
    try {
      execute(() -> sources.get().forEach(source -> recall(source.toString())));
    } catch (NoThreadException e) {
      LOG.log(Level.DEBUG, "no program is recalled: {0}", e.getCause());
    }
  }

  private void recall(String program) {
    try {
      if (known.find(program).isEmpty()) {
        kept(version(program));
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "{0} is not recalled: {1}", program, e.toString());
    }
  }

  /**
   * For jobs that run another program instead of the one that is asked for. One of the known
   * programs is checked each time, as if it were asked for.
   */
  public ProgramSource standIn(Program instead) {
    return (lane, command) -> {
      known.any().ifPresent(known::find);
      return CompletableFuture.completedFuture(instead);
    };
  }

  private ProgramVersion version(String program) throws IOException {
    return ProgramVersion.of(program, known.jars(), compiler.stamp());
  }

  /** On the thread "programs". The same may have been found out just before. */
  private void find(ProgramRequest request) {
    Optional<Result> meanwhile = known.find(request.program());
    if (meanwhile.isPresent()) {
      request.answer(meanwhile.get());
      return;
    }
    try {
      ProgramVersion version = version(request.program());
      Optional<Result> kept = compilations.isCompiling(version) ? Optional.empty() : kept(version);
      if (kept.isPresent()) {
        request.answer(kept.get());
      } else if (version.isSource()) {
        compilations.add(request, version);
      } else {
        request.answer(open(version));
      }
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "{0} cannot be compiled: {1}", request.program(), e.toString());
      // Exceptions of java.nio.file have the path alone as their message.
      boolean isSaying = e.getClass() == IOException.class;
      String why = isSaying ? e.getMessage() : "a file cannot be read or written";
      request.answer(Result.unusable("%s cannot be compiled: %s".formatted(request.file(), why)));
    }
  }

  private Optional<Result> kept(ProgramVersion version) throws IOException {
    Optional<ClassFolder> kept = cache.find(version.key());
    if (kept.isEmpty()) {
      return Optional.empty();
    }
    kept.get().use(Instant.now());
    return Optional.of(known.ready(version, kept.get(), kept.get().provider().orElseThrow()));
  }

  private Result open(ProgramVersion version) throws IOException {
    Optional<String> provider;
    try {
      provider = JarProvider.of(version.program());
    } catch (IOException e) {
      return refused(version, "is no jar that can be read: " + e.getMessage(), "is no jar");
    }
    if (provider.isEmpty()) {
      return refused(
          version,
          "names no provider. Declare one in META-INF/services/dev.bullpen.api.Tool (or"
              + " CompletionProvider, Prompt, ResourceReader), or a Main-Class",
          "names no provider");
    }
    ClassFolder made = cache.begin(version.file(), version.content());
    try {
      made.finish(provider.get());
      return known.ready(version, cache.keep(made, version.key()), provider.get());
    } catch (IOException | RuntimeException e) {
      if (!cache.giveUp(made, e)) {
        throw e;
      }
      return open(version);
    }
  }

  private Result refused(ProgramVersion version, String detail, String sentence) {
    LOG.log(Level.WARNING, "{0} {1}", version.program(), detail);
    return known.failed(version, ProgramFailure.unusable(version.file() + " " + sentence));
  }

  private void execute(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      // The server is ending, and every call with it.
    }
  }

  private void removeUnfinished() {
    compilations.close();
    cache.close();
  }

  @Override
  public void close() {
    try {
      execute(this::removeUnfinished);
    } catch (NoThreadException e) {
      removeUnfinished(); // which no thread uses, then
    }
    thread.shutdown();
    try {
      if (!thread.awaitTermination(LAST_FILES.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.log(Level.WARNING, "compiled classes may be left in the temporary folder");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Which class of a jar is the provider: what it declares as a service of {@code dev.bullpen.api},
   * else its {@code Main-Class}.
   */
  static final class JarProvider {
    /** In the order in which a source's classes are asked. */
    private static final List<String> INTERFACES =
        List.of("CompletionProvider", "Tool", "Prompt", "ResourceReader");

    /** A declaration is a line or two. */
    private static final int DECLARATION_BYTES = 64 * 1024;

    private JarProvider() {}

    /**
     * Its name; empty if the jar names none.
     *
     * @throws IOException if it is no jar, or cannot be read
     */
    static Optional<String> of(Path path) throws IOException {
      try (JarFile jar = new JarFile(path.toFile(), false)) {
        for (String name : INTERFACES) {
          ZipEntry entry = jar.getEntry("META-INF/services/dev.bullpen.api." + name);
          Optional<String> provider = entry == null ? Optional.empty() : declared(jar, entry);
          if (provider.isPresent()) {
            return provider;
          }
        }
        Manifest manifest = jar.getManifest();
        return Optional.ofNullable(manifest)
            .map(found -> found.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS))
            .map(String::strip)
            .filter(ClassFolder::isClassName);
      }
    }

    /** The first name in a file that may have comments, see {@link java.util.ServiceLoader}. */
    private static Optional<String> declared(JarFile jar, ZipEntry entry) throws IOException {
      try (InputStream in = jar.getInputStream(entry)) {
        String text = new String(in.readNBytes(DECLARATION_BYTES), StandardCharsets.UTF_8);
        return text.lines()
            .map(line -> line.replaceFirst("#.*", "").strip())
            .filter(ClassFolder::isClassName)
            .findFirst();
      }
    }
  }
}
