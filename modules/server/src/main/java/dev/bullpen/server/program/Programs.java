package dev.bullpen.server.program;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.project.script.Libraries;
import dev.bullpen.server.thread.DaemonThreads;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Makes a job's program of a command: a script is one as it is, a {@code .java} source has to be
 * compiled and a {@code .jar} to be asked for its provider, unless that has been done.
 *
 * <p>What is known costs the caller one look at the file. What is not is found out on a thread of
 * its own, and the compiler runs as a job.
 */
public final class Programs implements ProgramSource, AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** What a compiler that is ended may take to be gone. */
  private static final Duration MOMENT = Duration.ofMillis(50);

  /** What removing a private folder of classes may take. */
  private static final Duration LAST_FILES = Duration.ofSeconds(1);

  private final HelperPool pool;
  private final LongSupplier clock;
  private final LibrarySight libraries;
  private final ProgramSearch search;
  private final Map<String, KnownProgram> known = new ConcurrentHashMap<>();
  private final ExecutorService thread = DaemonThreads.one("programs");

  /**
   * The programs of a project, with its classes where its server keeps them.
   *
   * @param root the project's folder
   * @param home the distribution
   * @param environment the server's
   * @param later runs a quick task after that time
   */
  public static Programs of(
      HelperPool pool,
      Path root,
      Path home,
      Map<String, String> environment,
      BiConsumer<Duration, Runnable> later) {
    return new Programs(
        pool,
        root,
        CompilerCommand.of(home, environment),
        new ClassCache(ClassCache.folder(environment)),
        System::nanoTime,
        later);
  }

  /**
   * @param root the project's folder
   * @param clock that of {@link System#nanoTime}
   * @param later runs a quick task after that time
   */
  Programs(
      HelperPool pool,
      Path root,
      CompilerCommand compiler,
      ClassCache cache,
      LongSupplier clock,
      BiConsumer<Duration, Runnable> later) {
    this.pool = pool;
    this.clock = clock;
    this.libraries = new LibrarySight(new Libraries(root));
    this.search =
        new ProgramSearch(
            pool,
            root,
            compiler,
            cache,
            this::execute,
            task -> later.accept(MOMENT, () -> execute(task)),
            this::remember);
  }

  /** On the calling thread if it is a script, or known already. */
  @Override
  public void with(
      Lane lane,
      List<String> command,
      Consumer<Runnable> onCancel,
      Consumer<Program> then,
      Consumer<ProgramFailure> otherwise) {
    String program = command.get(0);
    if (!ProgramRequest.isSource(program) && !ProgramRequest.isJar(program)) {
      then.accept(Program.script(command));
      return;
    }
    ProgramRequest request = new ProgramRequest(lane, command, onCancel, then, otherwise);
    Optional<ProgramResult> result = known(request);
    if (result.isPresent()) {
      request.answer(result.get());
    } else {
      try {
        execute(() -> find(request));
      } catch (NoThreadException e) {
        otherwise.accept(ProgramFailure.unusable(e.getMessage()));
      }
    }
  }

  /**
   * Whoever asks for one of these first after a start shall not wait for its classes to be found.
   * Nothing is compiled: a project may have thousands, and who asks for one waits once.
   *
   * @param sources by absolute path
   */
  public void recall(Supplier<? extends Collection<Path>> sources) {
    try {
      execute(
          () -> {
            for (Path source : sources.get()) {
              recall(ProgramRequest.ofNobody(source.toString()));
            }
          });
    } catch (NoThreadException e) {
      LOG.log(Level.DEBUG, "no program is recalled: {0}", e.getCause());
    }
  }

  private void recall(ProgramRequest request) {
    try {
      if (known(request).isEmpty()) {
        LibrarySight.Seen seen = libraries.now(clock.getAsLong());
        search.recall(ProgramVersion.of(request, seen.all(), search.compilerStamp()));
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "{0} is not recalled: {1}", request.program(), e.toString());
    }
  }

  /**
   * For jobs that run another program instead of the one that is asked for; a program in Java is
   * looked at each time, as if it were asked for.
   */
  public ProgramSource standIn(Program instead) {
    return (lane, command, onCancel, then, otherwise) -> {
      for (String program : known.keySet()) {
        known(ProgramRequest.ofNobody(program));
        break;
      }
      then.accept(instead);
    };
  }

  private Optional<ProgramResult> known(ProgramRequest request) {
    LibrarySight.Seen seen = libraries.now(clock.getAsLong());
    if (seen.objection().isPresent()) {
      String sentence = seen.objection().get().getMessage();
      return Optional.of(new ProgramResult.Failed(ProgramFailure.unusable(sentence)));
    }
    KnownProgram program = known.get(request.program());
    return program != null && program.holds(request.path(), seen.all(), clock.getAsLong())
        ? Optional.of(program.result())
        : Optional.empty();
  }

  private void remember(
      ProgramVersion version, ProgramResult result, Optional<ClassFolder> folder) {
    known.put(
        version.program().toString(),
        new KnownProgram(version.stamp(), version.libraries(), result, folder, clock.getAsLong()));
    if (result instanceof ProgramResult.Ready ready) {
      pool.expect(
          version.program().toString(), new Program(List.of(ready.provider()), ready.classPath()));
    }
  }

  /**
   * On our thread; somebody may have asked for the same just before. Who has cancelled meanwhile is
   * withdrawn right after this.
   */
  private void find(ProgramRequest request) {
    Optional<ProgramResult> meanwhile = known(request);
    if (meanwhile.isPresent()) {
      request.answer(meanwhile.get());
      return;
    }
    request.onCancel().accept(() -> execute(() -> search.withdraw(request)));
    try {
      LibrarySight.Seen seen = libraries.now(clock.getAsLong());
      search.find(request, ProgramVersion.of(request, seen.all(), search.compilerStamp()));
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "{0} cannot be compiled: {1}", request.program(), e.toString());
      request.answer(
          new ProgramResult.Failed(
              ProgramFailure.unusable(request.file() + " cannot be compiled: " + reason(e))));
    }
  }

  /** Exceptions of java.nio.file carry the path alone as their message. */
  private static String reason(Exception e) {
    return e.getClass() == IOException.class ? e.getMessage() : "a file cannot be read or written";
  }

  private void execute(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      // The server is ending, and every call with it.
    }
  }

  @Override
  public void close() {
    try {
      execute(search::close);
    } catch (NoThreadException e) {
      search.close(); // which nobody else uses, then
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
}
