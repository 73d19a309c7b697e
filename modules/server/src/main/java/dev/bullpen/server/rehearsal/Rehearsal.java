package dev.bullpen.server.rehearsal;

import static java.util.stream.Collectors.toMap;

import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Message;
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
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Asks for what the project has some hundreds of times in the first quiet moment after the
 * greeting, so that classes are loaded and methods compiled when a client asks. Each request is a
 * line that is read, dispatched, run by a helper and answered like any other. Only the program is
 * one of the helper's own, and no client gets the answer.
 *
 * <p>As many of a kind are asked for at once as helpers are idle, so that all get warm. A client
 * goes before: while one is served, and half a second from then, nothing is rehearsed.
 */
public final class Rehearsal {
  public static final Duration QUIET = Duration.ofMillis(500);

  /** A method of the JDK is compiled after 300 calls, and two helpers share these. */
  static final int REQUESTS = 640;

  /** A client that comes meanwhile waits for so many at most. */
  static final int AT_ONCE = 6;

  /** A server that is never quiet for so long is warm. */
  static final int CHECKS = 60;

  /** {@code off}: nothing is rehearsed. */
  private static final String SWITCH = "BULLPEN_REHEARSAL";

  /** Puts a dispatcher together, for a client or for none. */
  public interface Dispatching {
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
  private final IntSupplier idle;
  private final Supplier<List<RehearsedRequest>> kinds;
  private final Dispatching dispatching;

  // Of the one task that runs.
  private Optional<Stage> stage = Optional.empty();
  private int checks;
  private int requests;
  private int rounds;
  private long askedAt = System.nanoTime();

  // Of the thread that writes an answer.
  private final AtomicInteger unanswered = new AtomicInteger();
  private volatile boolean failed;

  /**
   * @param server the server's environment
   * @param quiet for how long no client has been served
   * @param later runs a task after that time, one at a time
   * @param idle how many helpers have nothing to do
   * @param kinds what is asked for, in turns
   */
  public Rehearsal(
      Map<String, String> server,
      Supplier<Duration> quiet,
      BiConsumer<Duration, Runnable> later,
      IntSupplier idle,
      Supplier<List<RehearsedRequest>> kinds,
      Dispatching dispatching) {
    this.wanted = !"off".equals(server.get(SWITCH));
    this.quiet = quiet;
    this.later = later;
    this.idle = idle;
    this.kinds = kinds;
    this.dispatching = dispatching;
  }

  /** As soon as it is quiet. For one call; returns at once. */
  public void begin() {
    if (wanted) {
      later.accept(QUIET, this::advance);
    }
  }

  /** For how long nothing has been rehearsed; to be asked by a task that {@code later} runs. */
  public Duration quietFor() {
    return Duration.ofNanos(System.nanoTime() - askedAt);
  }

  private void advance() {
    int helpers = Math.min(idle.getAsInt(), AT_ONCE);
    if (isQuiet() && helpers > 0) {
      ask(helpers);
    } else if (++checks < CHECKS) {
      later.accept(QUIET, this::advance);
    } else {
      stage.ifPresent(Stage::end);
    }
  }

  private void ask(int helpers) {
    if (stage.isEmpty()) {
      stage = Optional.of(new Stage(kinds.get()));
    }
    List<RehearsedRequest> all = stage.get().kinds;
    if (all.isEmpty()) {
      stage.get().end();
      return;
    }
    RehearsedRequest kind = all.get(rounds++ % all.size());
    int atOnce = kind.atOnce(helpers);
    askedAt = System.nanoTime();
    unanswered.set(atOnce);
    for (int i = 0; i < atOnce; i++) {
      stage.get().read(kind.line(++requests));
    }
  }

  private boolean isQuiet() {
    return quiet.get().compareTo(QUIET) >= 0;
  }

  /** The next ones follow the last answer, unless a client has come; none follow a failure. */
  private void answered(byte[] line) {
    failed |= !isResult(line);
    if (unanswered.decrementAndGet() > 0) {
      return;
    }
    if (failed || requests >= REQUESTS) {
      later.accept(Duration.ZERO, () -> stage.get().end());
    } else {
      later.accept(isQuiet() ? Duration.ZERO : QUIET, this::advance);
    }
  }

  private static boolean isResult(byte[] line) {
    return Message.parse(line) instanceof Message.Response response
        && response.body().has("result")
        && !response.body().path("result").path("isError").booleanValue(false);
  }

  /** The place of a client: its requests come as lines, and its answers are counted. */
  private final class Stage extends OutputStream implements ClientOutput {
    private final List<RehearsedRequest> kinds;
    private final HeldRequests held = new HeldRequests(task -> {}, () -> {});
    private final StdoutWriter writer;
    private final Dispatcher dispatcher;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    Stage(List<RehearsedRequest> kinds) {
      this.kinds = kinds;
      writer = StdoutWriter.start(this, WaterMarks.DEFAULT, held::release, broken -> {});
      Session session = new Session(LogLevel.ERROR);
      session.negotiate(Revision.latestLegacy(), ClientCapabilities.NONE);
      Map<String, Handler> handlers =
          kinds.stream().collect(toMap(RehearsedRequest::method, RehearsedRequest::handler));
      Admission admission = new Admission(Optional.empty());
      dispatcher = dispatching.of(session, new CallTable(), writer, handlers, admission);
      held.begin(dispatcher, writer);
    }

    void read(byte[] request) {
      InputStream in = new ByteArrayInputStream(request);
      new ReadLoop(in, LineReader.DEFAULT_MAX_BYTES, dispatcher, held, () -> {}).run();
    }

    /** Ends the writer's thread. */
    void end() {
      writer.close(Duration.ZERO);
    }

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
      if (octet == '\n') {
        answered(line.toByteArray());
        line.reset();
      } else {
        line.write(octet);
      }
    }
  }
}
