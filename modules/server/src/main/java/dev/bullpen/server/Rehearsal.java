package dev.bullpen.server;

import dev.bullpen.json.Json;
import dev.bullpen.project.completion.Completable;
import dev.bullpen.project.completion.CompletionRef;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.MessageParser;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.ClientOutput;
import dev.bullpen.protocol.line.LineReader;
import dev.bullpen.protocol.line.StdoutWriter;
import dev.bullpen.protocol.line.WaterMarks;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.JobIntake;
import dev.bullpen.server.call.JobLimits;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.RateLimit;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.completion.CompletionCache;
import dev.bullpen.server.completion.CompletionRuns;
import dev.bullpen.server.completion.Completions;
import dev.bullpen.server.program.ProgramSource;
import dev.bullpen.server.session.Admission;
import dev.bullpen.server.session.Dispatcher;
import dev.bullpen.server.session.HeldRequests;
import dev.bullpen.server.session.ReadLoop;
import dev.bullpen.server.session.Session;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks for a completion some hundreds of times in the first quiet moment after the greeting, so
 * that what is slow the first time has been done when a client asks: classes are loaded, methods
 * compiled, a helper has worked. Each request is a line that is read, parsed, dispatched, resolved,
 * run by a helper, answered and written like any other. Only the program is one of the helper's own
 * instead of the project's, and nobody gets the answer.
 *
 * <p>A client goes before: while one is served, and half a second from then, nothing is rehearsed.
 */
final class Rehearsal {
  static final Duration QUIET = Duration.ofMillis(500);

  /** Half as many again as the calls after which the JVM compiles a method. */
  static final int REQUESTS = 300;

  /** A server that is never quiet for so long is warm. */
  static final int LOOKS = 60;

  /** Puts a dispatcher together, for a client or for nobody. */
  interface Dispatching {
    Dispatcher of(
        Session session,
        CallTable calls,
        StdoutWriter writer,
        Map<String, Handler> handlers,
        Admission admission);
  }

  private final Supplier<Duration> quiet;
  private final BiConsumer<Duration, Runnable> later;
  private final Catalogs catalogs;
  private final JobIntake intake;
  private final Supplier<Optional<ProgramSource>> programs;
  private final Dispatching dispatching;
  private final AtomicBoolean begun = new AtomicBoolean();

  // Of the one task that runs.
  private Optional<Stage> stage = Optional.empty();
  private int looks;
  private int requests;
  private long askedAt = System.nanoTime();

  /**
   * Get ready.
   *
   * @param quiet for how long no client has been served
   * @param later runs a task after that time, one at a time
   * @param programs gives what is run; empty while no helper is free
   */
  Rehearsal(
      Supplier<Duration> quiet,
      BiConsumer<Duration, Runnable> later,
      Catalogs catalogs,
      JobIntake intake,
      Supplier<Optional<ProgramSource>> programs,
      Dispatching dispatching) {
    this.quiet = quiet;
    this.later = later;
    this.catalogs = catalogs;
    this.intake = intake;
    this.programs = programs;
    this.dispatching = dispatching;
  }

  /** As soon as it is quiet. Idempotent, and returns at once. */
  void begin() {
    if (begun.compareAndSet(false, true)) {
      later.accept(QUIET, this::look);
    }
  }

  /** For how long nothing has been rehearsed; to be asked where it is. */
  Duration quietFor() {
    return Duration.ofNanos(System.nanoTime() - askedAt);
  }

  private void look() {
    if (isQuiet() && isReady()) {
      askedAt = System.nanoTime();
      stage.get().ask(++requests);
    } else if (++looks < LOOKS) {
      later.accept(QUIET, this::look);
    } else {
      stage.ifPresent(Stage::close);
    }
  }

  private boolean isQuiet() {
    return quiet.get().compareTo(QUIET) >= 0;
  }

  /** Never, if nothing of the project is completed by a program. */
  private boolean isReady() {
    if (stage.isEmpty()) {
      Optional<Completable> asked = catalogs.project().completions().anyProgram();
      Optional<ProgramSource> free = asked.flatMap(argument -> programs.get());
      stage = free.map(instead -> new Stage(asked.get(), completions(instead)));
    }
    return stage.isPresent();
  }

  private Completions completions(ProgramSource instead) {
    return new Completions(
        catalogs,
        new CompletionRuns(intake, new CompletionCache(System::nanoTime)),
        instead,
        RateLimit.perMinute(0, System.nanoTime()),
        Duration.ZERO,
        JobLimits.NONE,
        Runnable::run);
  }

  /** The next one follows, unless somebody has come or the answer is none. */
  private void answered(byte[] line) {
    if (requests < REQUESTS && isResult(line)) {
      later.accept(isQuiet() ? Duration.ZERO : QUIET, this::look);
    } else {
      later.accept(Duration.ZERO, () -> stage.get().close());
    }
  }

  private static boolean isResult(byte[] line) {
    return MessageParser.parse(line) instanceof Message.Response response
        && response.body().has("result");
  }

  /** A client's place, with a way in and a way out of its own. */
  private final class Stage {
    private final Completable asked;
    private final Lines in = new Lines();
    private final StdoutWriter writer;
    private final ReadLoop reading;

    Stage(Completable asked, Completions completions) {
      this.asked = asked;
      HeldRequests held = new HeldRequests(task -> {});
      writer = StdoutWriter.start(new Nobody(), WaterMarks.DEFAULT, held::release, broken -> {});
      Session session = new Session(LogLevel.ERROR);
      session.negotiate(Revision.latestLegacy(), ClientCapabilities.NONE);
      Dispatcher dispatcher =
          dispatching.of(
              session,
              new CallTable(),
              writer,
              Map.of(Methods.COMPLETE, completions),
              new Admission(Optional.empty()));
      held.begin(dispatcher, writer);
      reading = new ReadLoop(in, LineReader.DEFAULT_MAX_BYTES, dispatcher, held, () -> {});
    }

    /** As a client would, each time for another value. */
    void ask(int number) {
      in.next = line(asked, String.valueOf(number));
      reading.run();
    }

    void close() {
      writer.close(Duration.ZERO);
    }
  }

  private static byte[] line(Completable asked, String number) {
    String member = asked.ref() instanceof CompletionRef.OfPrompt ? "name" : "uri";
    ObjectNode params = Json.object();
    params.set(
        "ref", Json.object().put("type", asked.ref().type()).put(member, asked.ref().text()));
    params.set("argument", Json.object().put("name", asked.argument()).put("value", number));
    return JsonRpc.line(JsonRpc.request(new RequestId.Text(number), Methods.COMPLETE, params));
  }

  /** What is read: it ends after each line, and goes on with the next. */
  private static final class Lines extends InputStream {
    private byte[] next = {};

    @Override
    public int read() {
      throw new UnsupportedOperationException("lines are read whole");
    }

    @Override
    public int read(byte[] into, int from, int most) {
      int length = Math.min(next.length, most);
      System.arraycopy(next, 0, into, from, length);
      next = Arrays.copyOfRange(next, length, next.length);
      return length > 0 ? length : -1;
    }
  }

  /** Who is written to, and takes every line at once. */
  private final class Nobody extends OutputStream implements ClientOutput {
    @Override
    public OutputStream stream() {
      return this;
    }

    @Override
    public boolean takesAtOnce(int bytes) {
      return true;
    }

    @Override
    public void whenClosed(Runnable action) {}

    @Override
    public void write(int octet) {
      throw new UnsupportedOperationException("lines are written whole");
    }

    @Override
    public void write(byte[] from, int at, int length) {
      answered(Arrays.copyOfRange(from, at, at + length));
    }
  }
}
