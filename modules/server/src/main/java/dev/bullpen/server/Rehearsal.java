package dev.bullpen.server;

import static java.util.stream.Collectors.toMap;

import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.MessageParser;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.ClientOutput;
import dev.bullpen.protocol.line.LineReader;
import dev.bullpen.protocol.line.StdoutWriter;
import dev.bullpen.protocol.line.WaterMarks;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.session.Admission;
import dev.bullpen.server.session.Dispatcher;
import dev.bullpen.server.session.HeldRequests;
import dev.bullpen.server.session.ReadLoop;
import dev.bullpen.server.session.Session;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Asks for what the project has some hundreds of times in the first quiet moment after the
 * greeting, so that what is slow the first time has been done when a client asks: classes are
 * loaded, methods compiled, helpers have worked. Each request is a line that is read, parsed,
 * dispatched, resolved, run by a helper, answered and written like any other. Only the program is
 * one of the helper's own instead of the project's, and nobody gets the answer.
 *
 * <p>A client goes before: while one is served, and half a second from then, nothing is rehearsed.
 * It waits for six of these at most.
 */
final class Rehearsal {
  static final Duration QUIET = Duration.ofMillis(500);

  /** A method of the JDK is compiled after a hundred calls. */
  static final int REQUESTS = 300;

  /** The others come several at once: some of our code is met only where jobs have to wait. */
  static final int ONE_BY_ONE = 180;

  static final int AT_ONCE = 6;

  /**
   * So many of a kind follow each other. They go round the helpers: taken in turns one by one, of
   * two kinds each helper of four would only ever meet the one.
   */
  static final int IN_A_ROW = 30;

  /** {@code off}: nothing is rehearsed. */
  private static final String SWITCH = "BULLPEN_REHEARSAL";

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

  private final boolean wanted;
  private final Supplier<Duration> quiet;
  private final BiConsumer<Duration, Runnable> later;
  private final Supplier<List<RehearsedRequest>> kinds;
  private final Dispatching dispatching;
  private final AtomicBoolean begun = new AtomicBoolean();

  // Of the one task that runs.
  private Optional<Stage> stage = Optional.empty();
  private int looks;
  private int requests;
  private long askedAt = System.nanoTime();

  // Of whoever writes an answer.
  private final AtomicInteger unanswered = new AtomicInteger();
  private volatile boolean failed;

  /**
   * Get ready.
   *
   * @param server the server's environment
   * @param quiet for how long no client has been served
   * @param later runs a task after that time, one at a time
   * @param kinds what is asked for, in turns; none while no helper is free
   */
  Rehearsal(
      Map<String, String> server,
      Supplier<Duration> quiet,
      BiConsumer<Duration, Runnable> later,
      Supplier<List<RehearsedRequest>> kinds,
      Dispatching dispatching) {
    this.wanted = !"off".equals(server.get(SWITCH));
    this.quiet = quiet;
    this.later = later;
    this.kinds = kinds;
    this.dispatching = dispatching;
  }

  /** As soon as it is quiet. Idempotent, and returns at once. */
  void begin() {
    if (wanted && begun.compareAndSet(false, true)) {
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
      ask(requests < ONE_BY_ONE ? 1 : AT_ONCE);
    } else if (++looks < LOOKS) {
      later.accept(QUIET, this::look);
    } else {
      stage.ifPresent(Stage::close);
    }
  }

  private void ask(int atOnce) {
    unanswered.set(atOnce);
    for (int i = 0; i < atOnce; i++) {
      stage.get().ask(++requests);
    }
  }

  private boolean isQuiet() {
    return quiet.get().compareTo(QUIET) >= 0;
  }

  /** Never, if the project has nothing that could be asked for. */
  private boolean isReady() {
    if (stage.isEmpty()) {
      stage = Optional.of(kinds.get()).filter(some -> !some.isEmpty()).map(Stage::new);
    }
    return stage.isPresent();
  }

  /** The next ones follow the last answer, unless somebody has come; none of a failed kind. */
  private void answered(byte[] line) {
    failed |= !isResult(line);
    if (unanswered.decrementAndGet() > 0) {
      return;
    }
    if (failed) {
      failed = false;
      stage.get().giveUp();
    }
    if (requests < REQUESTS && !stage.get().kinds.isEmpty()) {
      later.accept(isQuiet() ? Duration.ZERO : QUIET, this::look);
    } else {
      later.accept(Duration.ZERO, () -> stage.get().close());
    }
  }

  private static boolean isResult(byte[] line) {
    return MessageParser.parse(line) instanceof Message.Response response
        && response.body().has("result")
        && !response.body().path("result").path("isError").booleanValue(false);
  }

  /** A client's place, with a way in and a way out of its own. */
  private final class Stage {
    private final List<RehearsedRequest> kinds;
    private final Lines in = new Lines();
    private final StdoutWriter writer;
    private final ReadLoop reading;
    private int turn;

    Stage(List<RehearsedRequest> kinds) {
      this.kinds = new ArrayList<>(kinds);
      HeldRequests held = new HeldRequests(task -> {}, () -> {});
      writer = StdoutWriter.start(new Nobody(), WaterMarks.DEFAULT, held::release, broken -> {});
      Session session = new Session(LogLevel.ERROR);
      session.negotiate(Revision.latestLegacy(), ClientCapabilities.NONE);
      Dispatcher dispatcher =
          dispatching.of(
              session,
              new CallTable(),
              writer,
              kinds.stream().collect(toMap(RehearsedRequest::method, RehearsedRequest::handler)),
              new Admission(Optional.empty()));
      held.begin(dispatcher, writer);
      reading = new ReadLoop(in, LineReader.DEFAULT_MAX_BYTES, dispatcher, held, () -> {});
    }

    /** As a client would. */
    void ask(int number) {
      turn = (number - 1) / IN_A_ROW % kinds.size();
      in.next = kinds.get(turn).line(number);
      reading.run();
    }

    /** The kind that was asked for last. */
    void giveUp() {
      kinds.remove(turn);
    }

    void close() {
      writer.close(Duration.ZERO);
    }
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
      int begin = at;
      for (int next = at; next < at + length; next++) {
        if (from[next] == '\n') {
          answered(Arrays.copyOfRange(from, begin, next + 1));
          begin = next + 1;
        }
      }
    }
  }
}
