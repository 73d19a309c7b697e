package dev.bullpen.server.program;

import dev.bullpen.pool.job.JobHandle;
import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.server.program.ClassCache.ClassFolder;
import dev.bullpen.server.program.Programs.Request;
import dev.bullpen.server.thread.DaemonThreads;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Compiles sources, each from its copy to its kept classes on one thread "compiler", which waits
 * for the compiler's job. Requests for the same version wait for the same compilation. When the
 * last of them is withdrawn, its compiler is ended.
 */
final class Compilations implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** In each lane. Compilers keep cores busy, and leave helpers to jobs that need none. */
  static final int AT_A_TIME = 2;

  /** Longer than a compilation takes on any machine. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** A compiler that is ended is usually gone within this time. */
  private static final Duration MOMENT = Duration.ofMillis(50);

  /** After so many, a compiler that the system cannot end loses its place in the lane. */
  private static final int MOST_MOMENTS = 60;

  /** Room for the name of a class. */
  private static final int OUTPUT_BYTES = 64 * 1024;

  /** Room for twenty errors many times over. */
  private static final int STDERR_BYTES = 1024 * 1024;

  private static final int STDERR_TAIL_BYTES = 64 * 1024;
  private static final Runnable NOTHING = () -> {};

  private static final class Compilation {
    final ProgramVersion version;

    // All guarded by the lock.
    final List<Request> requests = new ArrayList<>();
    final Set<Lane> lanes = EnumSet.noneOf(Lane.class);
    boolean isBegun;
    Runnable end = NOTHING;

    Compilation(ProgramVersion version) {
      this.version = version;
    }
  }

  private final JobIntake pool;
  private final Path root;
  private final CompilerCommand command;
  private final ClassCache cache;
  private final KnownPrograms known;
  private final Map<Lane, ExecutorService> threads = new EnumMap<>(Lane.class);

  private final Object compilingLock = new Object();
  private final Map<String, Compilation> compiling = new HashMap<>();

  Compilations(
      JobIntake pool, Path root, CompilerCommand command, ClassCache cache, KnownPrograms known) {
    this.pool = pool;
    this.root = root;
    this.command = command;
    this.cache = cache;
    this.known = known;
    for (Lane lane : Lane.values()) {
      threads.put(lane, DaemonThreads.few("compiler", AT_A_TIME));
    }
  }

  /** The program, if it was compiled before and is still kept. */
  Optional<Program> kept(ProgramVersion version) throws IOException {
    Optional<ClassFolder> kept = cache.find(version.key());
    if (kept.isEmpty()) {
      return Optional.empty();
    }
    kept.get().use(Instant.now());
    return Optional.of(known.ready(version, kept.get(), kept.get().provider().orElseThrow()));
  }

  /** A user who is typing must not wait behind long jobs, so a source may wait in both lanes. */
  void add(Request request, ProgramVersion version) {
    Compilation one;
    synchronized (compilingLock) {
      one = compiling.computeIfAbsent(version.key(), key -> new Compilation(version));
      one.requests.add(request);
      if (one.isBegun || !one.lanes.add(request.lane())) {
        return;
      }
    }
    try {
      Objects.requireNonNull(threads.get(request.lane()))
          .execute(() -> compile(version.key(), request.lane())); // a withdrawn source goes
    } catch (NoThreadException e) {
      over(one).forEach(waiting -> waiting.fail(NoProgramException.unusable(e.getMessage())));
    } catch (RuntimeException | Error e) {
      over(one).forEach(waiting -> waiting.fail(unusable(version, "that did not begin")));
      throw e; // logged by the caller
    }
  }

  /** The answer is not wanted any more. If no other request waits, nor are the classes. */
  void withdraw(Request request) {
    List<Compilation> unwanted;
    synchronized (compilingLock) {
      unwanted =
          compiling.values().stream()
              .filter(one -> one.requests.removeIf(waiting -> waiting == request))
              .filter(one -> one.requests.isEmpty())
              .toList();
      compiling.values().removeAll(unwanted);
    }
    unwanted.forEach(one -> one.end.run());
  }

  private void compile(String key, Lane lane) {
    Compilation one;
    synchronized (compilingLock) {
      one = compiling.get(key);
      if (one == null || one.isBegun || one.requests.isEmpty()) {
        return;
      }
      one.isBegun = true;
    }
    try {
      Optional<Program> meanwhile = kept(one.version);
      Program program = meanwhile.isPresent() ? meanwhile.get() : compiled(one, lane);
      over(one).forEach(request -> request.found(program));
    } catch (NoProgramException e) {
      over(one).forEach(request -> request.fail(e));
    } catch (CancellationException e) {
      LOG.log(Level.DEBUG, "{0} is not compiled: no request waits for it", one.version.program());
    } catch (IOException | RuntimeException | Error e) { // no request must wait for ever
      LOG.log(Level.WARNING, "{0} cannot be compiled: {1}", one.version.program(), e.toString());
      NoProgramException why = unusable(one.version, "a file cannot be read or written");
      over(one).forEach(request -> request.fail(why));
    }
  }

  /** The requests that wait for it. No request joins it any more. */
  private List<Request> over(Compilation one) {
    synchronized (compilingLock) {
      compiling.remove(one.version.key(), one);
      return List.copyOf(one.requests);
    }
  }

  /**
   * Compile it, and wait.
   *
   * @throws IOException if there is no place to compile in
   * @throws CancellationException if no request waits any more
   */
  private Program compiled(Compilation one, Lane lane) throws NoProgramException, IOException {
    ProgramVersion version = one.version;
    ClassFolder folder = cache.begin(version.file(), version.content());
    try {
      return kept(version, folder, run(one, folder, lane));
    } catch (RuntimeException | Error e) { // cancelled, or a defect
      ClassCache.remove(folder);
      throw e;
    } catch (IOException e) { // the folder is at fault, not the source
      LOG.log(Level.WARNING, "{0}: {1}", folder.path(), e.toString());
      if (cache.giveUp(folder, e)) {
        return compiled(one, lane);
      }
      throw unusable(version, "its classes cannot be kept");
    }
  }

  private Program kept(ProgramVersion version, ClassFolder folder, JobOutcome outcome)
      throws NoProgramException, IOException {
    try {
      String provider = provider(version, folder, outcome);
      folder.finish(provider);
      return known.ready(version, cache.keep(folder, version.key()), provider);
    } catch (NoProgramException e) {
      folder.probe(); // a compiler that could not write says so in many ways
      ClassCache.remove(folder);
      throw e.isLasting() ? known.failed(version, e) : e;
    }
  }

  /** Runs the compiler as a job, and waits until it has ended, also if that is cancelled. */
  private JobOutcome run(Compilation one, ClassFolder folder, Lane lane) {
    CompletableFuture<JobOutcome> outcome = new CompletableFuture<>();
    JobHandle job = pool.prepare(request(one.version, folder, lane), outcome::complete);
    synchronized (compilingLock) {
      if (one.requests.isEmpty()) {
        throw new CancellationException();
      }
      one.end =
          () -> {
            job.cancel();
            outcome.cancel(false);
          };
    }
    job.submit();
    try {
      return outcome.join();
    } catch (CancellationException e) {
      awaitGone(job);
      throw e;
    }
  }

  /** While the compiler lives it may make folders anew. */
  private void awaitGone(JobHandle job) {
    try {
      for (int i = 0; i < MOST_MOMENTS && job.isWithHelper(); i++) {
        Thread.sleep(MOMENT.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private JobRequest request(ProgramVersion version, ClassFolder folder, Lane lane) {
    List<String> words =
        command.words(folder.source(version.file()), folder.classes(), version.jars());
    return new JobRequest(
        "compile " + version.file(),
        lane,
        new JobRequest.Script(Program.script(words), root, command.environment()),
        new JobRequest.Limits(
            OUTPUT_BYTES, STDERR_BYTES, STDERR_TAIL_BYTES, TIMEOUT, Duration.ZERO),
        Optional.empty());
  }

  /** The name of the class to run, if all has been compiled. */
  private String provider(ProgramVersion version, ClassFolder folder, JobOutcome outcome)
      throws NoProgramException {
    Path source = version.program();
    String file = version.file();
    if (outcome instanceof JobOutcome.Failed failed) {
      LOG.log(Level.WARNING, "{0} could not be compiled: {1}", source, failed.detail());
      throw NoProgramException.of(file, failed.reason());
    }
    JobOutcome.Completed completed = (JobOutcome.Completed) outcome;
    String stderr = new String(completed.stderr(), StandardCharsets.UTF_8).strip();
    String provider = new String(completed.stdout(), StandardCharsets.UTF_8).strip();
    Complaint complaint = Complaint.of(file, stderr, given(version, folder));
    if (completed.isSuccess() && ClassFolder.isClassName(provider)) {
      return provider;
    } else if (hasExited(completed, CompilerCommand.REFUSED) && complaint.isOne()) {
      LOG.log(Level.WARNING, "{0}", complaint.located(source));
      throw NoProgramException.notCompiled(complaint);
    } else if (hasExited(completed, CompilerCommand.NO_COMPILER)) {
      LOG.log(Level.WARNING, "{0} is not compiled: {1}", source, stderr);
      throw NoProgramException.noCompiler(file);
    }
    String how = completed.ending();
    LOG.log(Level.ERROR, "{0} could not be compiled, {1}: {2}", source, how, stderr);
    throw NoProgramException.unusable("the compiler failed with %s on %s".formatted(how, file));
  }

  private static boolean hasExited(JobOutcome.Completed completed, int code) {
    return !completed.signalled() && completed.code() == code;
  }

  /** What a complaint may name by its path. */
  private List<Path> given(ProgramVersion version, ClassFolder folder) {
    List<Path> given = new ArrayList<>(version.jars());
    given.addAll(0, List.of(folder.source(version.file()), folder.classes(), command.api()));
    return given;
  }

  private static NoProgramException unusable(ProgramVersion version, String why) {
    return NoProgramException.unusable("%s cannot be compiled: %s".formatted(version.file(), why));
  }

  /** Ends all compilers. Their threads remove what is unfinished. */
  @Override
  public void close() {
    List<Compilation> all;
    synchronized (compilingLock) {
      all = List.copyOf(compiling.values());
      all.forEach(one -> one.requests.clear());
      compiling.clear();
    }
    all.forEach(one -> one.end.run());
    threads.values().forEach(ExecutorService::shutdown);
  }

  /** Wait until nothing unfinished is left; false if that took too long. */
  boolean awaitEnd(Duration patience) throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    boolean isOver = true;
    for (ExecutorService each : threads.values()) {
      isOver &= each.awaitTermination(until - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
    return isOver;
  }
}
