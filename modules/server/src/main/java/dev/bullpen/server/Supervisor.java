package dev.bullpen.server;

import dev.bullpen.json.Json;
import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOwner;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.pool.setting.PoolSettings;
import dev.bullpen.posix.SpareMemory;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.project.Project;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.metadata.ServerIdentity;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.line.ClientOutput;
import dev.bullpen.protocol.line.OutgoingBudget;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.protocol.method.ModernResults;
import dev.bullpen.protocol.session.ServerInfo;
import dev.bullpen.server.call.AnswerRoom;
import dev.bullpen.server.call.CallLog;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.JobIntake;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.log.StderrLoggers;
import dev.bullpen.server.rehearsal.Rehearsal;
import dev.bullpen.server.session.ClientRequests;
import dev.bullpen.server.session.ClientRoots;
import dev.bullpen.server.session.Dispatcher;
import dev.bullpen.server.session.HeldRequests;
import dev.bullpen.server.session.Lifecycle;
import dev.bullpen.server.session.ReadLoop;
import dev.bullpen.server.session.Session;
import dev.bullpen.server.thread.DaemonThreads;
import dev.bullpen.server.thread.QuietMoments;
import dev.bullpen.server.thread.Timers;
import dev.bullpen.wire.OwnClasses;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** One serving process, put together, run, and taken apart in order. */
public final class Supervisor {
  private static final Logger LOG = System.getLogger("bullpen.server");

  /** What a client that still reads needs for what has come last. */
  private static final Duration LAST_WRITES = Duration.ofMillis(200);

  /** What helpers need to end their scripts and themselves. */
  private static final Duration LAST_HELPERS = Duration.ofMillis(500);

  /** What the log needs, which may be all that says why this process ends. */
  private static final Duration LAST_LINES = Duration.ofMillis(100);

  /** Several times what is rehearsed. */
  private static final int JOBS_TO_REHEARSE = 1_000;

  /** The exit code of a server that could not even begin to end. */
  private static final int BROKEN = 1;

  private static final String TOLD_TO_END =
      "The server was told to end before this call had finished, so it was stopped";

  private static final String ARCHIVE_PROPERTY = "bullpen.archive";

  /** Whose classes are all in the class archive, those that only ending needs too. */
  private static final Set<String> RECORDED_MODULES =
      Set.of(
          "dev.bullpen.pool",
          "dev.bullpen.posix",
          "dev.bullpen.protocol",
          "dev.bullpen.server",
          "dev.bullpen.wire");

  private final CompletableFuture<End> end = new CompletableFuture<>();
  private final AtomicBoolean inputEnded = new AtomicBoolean();

  /** Only of the thread that ends the server. */
  private boolean allAnswered = true;

  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private final HelperPool pool;
  private final Catalogs catalogs;
  private final OutgoingMessages writer;
  private final AnswerRoom room;
  private final CallTable calls = new CallTable(new CallLog());
  private final Timers timers = new Timers();
  private final ServedMethods served;
  private final HeldRequests held;
  private final ClientRequests requests;
  private final ReadLoop reading;
  private final LastAnswers lastAnswers;
  private final Rehearsal rehearsal;
  private final Optional<ClassArchives> archives;
  private final StateDump dump;

  private Supervisor(ServeOptions options, InputStream in, ClientOutput out)
      throws IOException, ProjectException {
    pool = new HelperPool(poolSettings(options));
    Project project =
        Project.open(
            options.project(),
            options.environment(),
            options.home(),
            warning -> LOG.log(Level.WARNING, warning),
            new HookRun(pool, options.project()));
    project.checkServerFolder();
    catalogs = new Catalogs(project);
    held = new HeldRequests(timers::after, this::endOfInput);
    writer = new OutgoingMessages(out, OutgoingBudget.ofHeap(), this::roomAgain);
    writer.broken().thenRun(() -> end.complete(End.OUTPUT_CLOSED));
    room = new AnswerRoom(writer);
    ServerInfo identity = info(project.identity());
    Session session = new Session(Session.firstLogLevel(options.environment()));
    requests = new ClientRequests(writer, timers);
    lastAnswers =
        new LastAnswers(options.graces().finish(), held, requests, calls, writer, end::isDone);
    ClientRoots roots = new ClientRoots(session, requests, project::fallbackRoots);
    session.whenReady(requests::clientReady);
    session.whenReady(roots::refresh);
    QuietMoments quiet = new QuietMoments(calls::quietFor, timers::after);
    served =
        new ServedMethods(
            options, catalogs, pool, session, writer, room, timers, requests, roots, quiet);
    dump = new StateDump(pool, served, calls);
    Lifecycle lifecycle =
        new Lifecycle(identity, served.capabilities(), served.cacheHint(), this::warmUp);
    ModernResults modern = new ModernResults(Optional.of(identity));
    rehearsal =
        new Rehearsal(
            options.environment(),
            calls::quietFor,
            timers::after,
            () -> canRehearse(options) ? pool.view().idle() : 0,
            () -> pool.rehearsal().map(served::rehearsed).orElse(List.of()));
    archives =
        archives()
            .map(
                folder ->
                    new ClassArchives(
                        options.home(),
                        options.environment(),
                        folder,
                        quiet,
                        JobIntake.of(pool, JobOwner.SERVER)));
    Dispatcher dispatcher =
        new Dispatcher(
            session,
            calls,
            writer,
            lifecycle,
            served.handlers(),
            project.remoteToken(),
            requests,
            roots,
            modern);
    held.begin(dispatcher, writer);
    reading =
        new ReadLoop(
            in,
            options.limits().lineBytes(),
            dispatcher,
            held,
            ParentWatch.ofThisProcess(timers, () -> end.complete(End.PARENT_GONE))::heard);
  }

  private static ServerInfo info(ServerIdentity project) {
    return new ServerInfo(
        project.name(),
        project.version(),
        Optional.of(project.title()),
        project.description(),
        project.websiteUrl(),
        project.icons(),
        project.instructions());
  }

  /** The client has read some of what waited for it. */
  private void roomAgain() {
    room.roomAgain();
    pool.roomAgain();
    held.release();
  }

  private enum End {
    INPUT,
    DEFECT,
    OUTPUT_CLOSED,
    PARENT_GONE,
    SIGNAL
  }

  private static PoolSettings poolSettings(ServeOptions options) {
    Optional<Path> archive =
        archives().flatMap(folder -> ClassArchives.ofHelper(folder, options.home()));
    return new PoolSettings(
        HelperCommand.of(
            options.home(), archive, options.helpers().heapMebibytes(), options.environment()),
        options.helpers().crew(),
        options.helpers().jobsEach(),
        options.helpers().isolation());
  }

  private static Optional<Path> archives() {
    return Optional.ofNullable(System.getProperty(ARCHIVE_PROPERTY)).map(Path::of);
  }

  /** A helper is not replaced because of rehearsals, which are jobs too. */
  private static boolean canRehearse(ServeOptions options) {
    return options.helpers().jobsEach() == 0 || options.helpers().jobsEach() >= JOBS_TO_REHEARSE;
  }

  private void warmUp() {
    pool.start();
    served.prepare();
    rehearsal.begin();
    archives.ifPresent(ClassArchives::begin);
    restLater(SpareMemory.ofThisProcess());
    dump.begin(timers);
    if (OwnClasses.areRecorded()) {
      OwnClasses.load(RECORDED_MODULES);
    }
  }

  /** Again and again, on the timer's thread: what large outputs took goes back to the system. */
  private void restLater(SpareMemory memory) {
    timers.after(SpareMemory.REST, () -> rest(memory));
  }

  private void rest(SpareMemory memory) {
    restLater(memory);
    if (quietFor().compareTo(SpareMemory.REST) < 0) {
      memory.used();
    } else {
      memory.giveBack();
    }
  }

  /** For how long neither a client has asked for anything nor we have. */
  private Duration quietFor() {
    Duration unasked = calls.quietFor();
    Duration unrehearsed = rehearsal.quietFor();
    return unasked.compareTo(unrehearsed) < 0 ? unasked : unrehearsed;
  }

  /**
   * Serve until all is answered that came before the end of input, or a signal comes, no process
   * reads the output any more, or the client is gone; then end everything that was started.
   *
   * @param in the client's messages
   * @param out to the client; never closed
   * @throws ProjectException if the project cannot be served as it is set up
   * @return the exit code: 0 after the end of input, of output or of the client; 1 if the input had
   *     ended and a call was not answered
   */
  public static int serve(ServeOptions options, InputStream in, ClientOutput out)
      throws ProjectException {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> LOG.log(Level.ERROR, "a defect in thread " + thread.getName(), e));
    try {
      Supervisor supervisor = new Supervisor(options, in, out);
      // On TERM and INT the JVM runs its hooks and ends with 128 + the signal's number.
      Thread hook = new Thread(supervisor::stop, "shutdown");
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        out.watchForClosing().thenRun(() -> supervisor.end.complete(End.OUTPUT_CLOSED));
        return supervisor.run() ? 0 : 1;
      } finally {
        supervisor.closed.complete(null); // the hook waits for it, whatever has been thrown
      }
    } catch (IOException e) {
      LOG.log(Level.ERROR, "cannot serve: " + e.getMessage());
      return 1;
    } finally {
      StderrLoggers.awaitWritten(LAST_LINES);
    }
  }

  /** False if it could not begin, or not end in order. */
  private boolean run() {
    try {
      DaemonThreads.start("stdout writer", writer::write);
      DaemonThreads.start("stdin reader", this::read);
    } catch (NoThreadException e) {
      LOG.log(
          Level.ERROR,
          "cannot serve: there is no thread to read the input or to write the output with");
      close();
      return false;
    }
    boolean clean = end.join() != End.DEFECT;
    clean &= close();
    return clean && (allAnswered || !lastAnswers.hasBegun());
  }

  private void read() {
    try {
      reading.run();
    } finally {
      endOfInput(); // whatever ended it, nothing is read any more
    }
  }

  /**
   * Nothing more comes in: once the last answers are out, an orderly end begins. Where it cannot,
   * as when the jars have been overwritten, the process ends as it is: helpers see the end of their
   * frames and the guard that of its life-line, and leave nothing.
   */
  private void endOfInput() {
    if (!inputEnded.compareAndSet(false, true)) {
      return;
    }
    boolean begun = false;
    try {
      boolean clean = attempt(served::endListens) && attempt(lastAnswers::await);
      end.complete(clean ? End.INPUT : End.DEFECT);
      begun = true;
    } finally {
      if (!begun) {
        Runtime.getRuntime().halt(BROKEN); // nothing that would have to be loaded first
      }
    }
  }

  /** A signal came, or the process ends for another reason: see to it that nothing is left. */
  private void stop() {
    end.complete(End.SIGNAL);
    closed.join();
    StderrLoggers.awaitWritten(LAST_LINES);
  }

  /** False if it was not in order: the log says why. */
  private boolean close() {
    try {
      boolean clean = attempt(served::endListens);
      clean &= attempt(this::abandonCalls);
      clean &= attempt(() -> pool.close(LAST_HELPERS));
      clean &= attempt(this::writeLast);
      clean &= attempt(catalogs::close);
      clean &= attempt(served::close);
      clean &= attempt(room::close);
      clean &= attempt(timers::close);
      return clean;
    } finally {
      closed.complete(null); // whatever went wrong, the hook waits for no more
    }
  }

  private void abandonCalls() {
    String why = lastAnswers.hasBegun() ? lastAnswers.tooLate() : TOLD_TO_END;
    int abandoned =
        calls.abandonAll(
            new JsonRpcError(
                ErrorCode.INTERNAL_ERROR,
                why,
                Json.object().put("reason", FailureReason.SHUTDOWN.word())));
    served.abandonParked(why);
    allAnswered &= abandoned == 0 && held.awaitNone(Duration.ZERO);
    int unserved = held.count();
    if (unserved > 0) {
      LOG.log(
          Level.WARNING,
          "%d requests have no answer: they were held back because the client did not read"
              .formatted(unserved));
    }
  }

  private void writeLast() {
    boolean isWritten = writer.close(LAST_WRITES);
    if (!isWritten && lastAnswers.hasBegun()) {
      LOG.log(
          Level.WARNING,
          "answers are lost: the client did not read them within %s after the end of input"
              .formatted(lastAnswers.taken()));
    }
    allAnswered &= isWritten;
  }

  /** Whatever becomes of one step of the end, the others are taken. */
  private static boolean attempt(Runnable step) {
    try {
      step.run();
      return true;
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a defect in ending", e);
      return false;
    }
  }
}
