package dev.bullpen.server.program;

import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.server.program.ClassCache.ClassFolder;
import dev.bullpen.server.thread.DaemonThreads;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * Finds the program of a job's command. A script is one as it is. A {@code .java} source is
 * compiled, and a {@code .jar} searched for its provider, unless that has been done.
 *
 * <p>A known program is answered on the calling thread ({@link KnownPrograms}). Others are looked
 * up in the {@link ClassCache} under the version's key, on the thread "programs". What the cache
 * lacks is compiled ({@link Compilations}).
 */
public final class Programs implements ProgramSource, AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** How long it may take to remove a private folder of classes. */
  private static final Duration LAST_FILES = Duration.ofSeconds(1);

  private final CompilerCommand compiler;
  private final ClassCache cache;
  private final KnownPrograms known;
  private final Compilations compilations;
  private final ExecutorService thread = DaemonThreads.one("programs");

  /** A request for a Java program; see {@link ProgramSource#find}. */
  record Request(Lane lane, List<String> command, CompletableFuture<Program> answer) {
    String program() {
      return command.get(0);
    }

    void found(Program program) {
      List<String> argv = new ArrayList<>(program.argv());
      argv.addAll(command.subList(1, command.size()));
      answer.complete(new Program(argv, program.classPath()));
    }

    void fail(NoProgramException why) {
      answer.completeExceptionally(why);
    }
  }

  public static Programs of(JobIntake pool, Path root, Path home, Map<String, String> environment) {
    return new Programs(
        pool,
        root,
        CompilerCommand.of(home, environment),
        new ClassCache(ClassCache.folder(environment)),
        System::nanoTime);
  }

  Programs(
      JobIntake pool, Path root, CompilerCommand compiler, ClassCache cache, LongSupplier clock) {
    this.compiler = compiler;
    this.cache = cache;
    this.known = new KnownPrograms(root, clock);
    this.compilations = new Compilations(pool, root, compiler, cache, known);
  }

  /** On the calling thread if it is a script, or known already. */
  @Override
  public CompletableFuture<Program> find(Lane lane, List<String> command) {
    CompletableFuture<Program> answer = new CompletableFuture<>();
    Request request = new Request(lane, command, answer);
    String program = request.program();
    if (!JavaProgram.is(program)) {
      answer.complete(Program.script(command));
      return answer;
    }
    try {
      Optional<Program> found = known.find(program);
      if (found.isPresent()) {
        request.found(found.get());
        return answer;
      }
      thread.execute(() -> find(request));
    } catch (NoProgramException e) {
      request.fail(e);
    } catch (NoThreadException e) {
      request.fail(NoProgramException.unusable(e.getMessage()));
    }
    // On the one thread, so after the task that was just handed to it.
    answer.whenComplete(
        (ready, failure) -> {
          if (answer.isCancelled()) {
            thread.execute(() -> compilations.withdraw(request));
          }
        });
    return answer;
  }

  /** On the thread "programs". The same program may have been found just before. */
  private void find(Request request) {
    String program = request.program();
    try {
      Optional<Program> meanwhile = known.find(program);
      if (meanwhile.isPresent()) {
        request.found(meanwhile.get());
        return;
      }
      ProgramVersion version = ProgramVersion.of(program, known.jars(), compiler.stamp());
      Optional<Program> kept = compilations.kept(version);
      if (kept.isPresent()) {
        request.found(kept.get());
      } else if (version.isSource()) {
        compilations.add(request, version);
      } else {
        request.found(open(version));
      }
    } catch (NoProgramException e) {
      request.fail(e);
    } catch (IOException | RuntimeException | Error e) { // no request must wait for ever
      LOG.log(Level.WARNING, "{0} cannot be compiled: {1}", program, e.toString());
      // Exceptions of java.nio.file have only the path as their message.
      boolean isSaying = e.getClass() == IOException.class;
      String why = isSaying ? e.getMessage() : "a file cannot be read or written";
      request.fail(
          NoProgramException.unusable(
              "%s cannot be compiled: %s".formatted(Path.of(program).getFileName(), why)));
    }
  }

  private Program open(ProgramVersion version) throws IOException, NoProgramException {
    Optional<String> provider;
    try {
      provider = JarProvider.of(version.program());
    } catch (IOException e) {
      throw refused(version, "is no jar that can be read: " + e.getMessage(), "is no jar");
    }
    if (provider.isEmpty()) {
      throw refused(
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

  private NoProgramException refused(ProgramVersion version, String detail, String sentence) {
    LOG.log(Level.WARNING, "{0} {1}", version.program(), detail);
    return known.failed(version, NoProgramException.unusable(version.file() + " " + sentence));
  }

  @Override
  public void close() {
    thread.shutdown();
    compilations.close();
    try {
      if (!compilations.awaitEnd(LAST_FILES)
          || !thread.awaitTermination(LAST_FILES.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.log(Level.WARNING, "compiled classes may be left in the temporary folder");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    cache.close();
  }

  /**
   * Finds the class of a jar that is the provider: the one declared as a service of {@code
   * dev.bullpen.api}, else the {@code Main-Class}.
   */
  static final class JarProvider {
    /** In the order that applies to a source's classes. */
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
