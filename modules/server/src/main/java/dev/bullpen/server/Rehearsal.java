package dev.bullpen.server;

import dev.bullpen.json.Json;
import dev.bullpen.project.Completable;
import dev.bullpen.project.CompletionRef;
import dev.bullpen.protocol.ClientCapabilities;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.MessageParser;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.server.program.ProgramSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks for a completion some dozens of times in the first quiet moment after the greeting, so that
 * what is slow the first time has been done when a client asks: classes are loaded, methods
 * compiled, a helper has worked. Each request is a line that is parsed, resolved, run by a helper
 * and answered like any other. Only the program is one of the helper's own instead of the
 * project's, and nobody gets the answer.
 *
 * <p>A client goes before: while one is served, and half a second from then, nothing is rehearsed.
 */
final class Rehearsal {
  private static final Logger LOG = System.getLogger("bullpen.server");

  static final Duration QUIET = Duration.ofMillis(500);

  /** Half as many again as the JVM wants to see of a method here before it compiles it. */
  static final int REQUESTS = 150;

  /** A server that is never quiet for so long is warm. */
  static final int LOOKS = 60;

  private final Supplier<Duration> quiet;
  private final BiConsumer<Duration, Runnable> later;
  private final Catalogs catalogs;
  private final JobIntake intake;
  private final Supplier<Optional<ProgramSource>> programs;
  private final CallTable own = new CallTable();
  private final AtomicBoolean begun = new AtomicBoolean();

  // Of the one task that runs.
  private Optional<Completions> completions = Optional.empty();
  private Completable asked;
  private int looks;
  private int requests;

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
      Supplier<Optional<ProgramSource>> programs) {
    this.quiet = quiet;
    this.later = later;
    this.catalogs = catalogs;
    this.intake = intake;
    this.programs = programs;
  }

  /** As soon as it is quiet. Idempotent, and returns at once. */
  void begin() {
    if (begun.compareAndSet(false, true)) {
      later.accept(QUIET, this::look);
    }
  }

  private void look() {
    try {
      if (isQuiet() && isReady()) {
        ask();
      } else if (++looks < LOOKS) {
        later.accept(QUIET, this::look);
      }
    } catch (JsonRpcException | RuntimeException e) {
      LOG.log(Level.DEBUG, "the rehearsal is given up", e);
    }
  }

  private boolean isQuiet() {
    return quiet.get().compareTo(QUIET) >= 0;
  }

  /** Never, if nothing of the project is completed by a program. */
  private boolean isReady() {
    if (completions.isEmpty()) {
      Optional<Completable> found = catalogs.project().completions().anyProgram();
      Optional<ProgramSource> free = found.flatMap(argument -> programs.get());
      if (free.isPresent()) {
        asked = found.get();
        completions = Optional.of(completions(free.get()));
      }
    }
    return completions.isPresent();
  }

  private Completions completions(ProgramSource instead) {
    return new Completions(
        catalogs,
        new CompletionRuns(intake, new CompletionCache(System::nanoTime)),
        instead,
        RateLimit.perMinute(0, System.nanoTime()),
        Duration.ZERO,
        Runnable::run);
  }

  private void ask() throws JsonRpcException {
    requests++;
    if (MessageParser.parse(line()) instanceof Message.Request request) {
      Caller nobody =
          new Caller(
              Revision.latestLegacy(), ClientCapabilities.NONE, Optional::empty, Optional.empty());
      Call call =
          new Call(request.id(), request.method(), request.params(), nobody, new Answer(), own);
      own.add(call);
      completions.get().handle(call);
    }
  }

  /** As a client would have sent it, each for another value. */
  private byte[] line() {
    String number = String.valueOf(requests);
    String member = asked.ref() instanceof CompletionRef.OfPrompt ? "name" : "uri";
    ObjectNode params = Json.object();
    params.set(
        "ref", Json.object().put("type", asked.ref().type()).put(member, asked.ref().text()));
    params.set("argument", Json.object().put("name", asked.argument()).put("value", number));
    return JsonRpc.line(JsonRpc.request(new RequestId.Text(number), Methods.COMPLETE, params));
  }

  /** The next one follows, unless somebody has come. */
  private void answered() {
    if (requests < REQUESTS) {
      later.accept(isQuiet() ? Duration.ZERO : QUIET, this::look);
    }
  }

  /** Made as for a client, and given to nobody. */
  private final class Answer implements Reply {
    @Override
    public void deliver(RequestId id, ObjectNode message) {
      JsonRpc.line(message);
      if (message.has("result")) {
        answered();
      }
    }

    @Override
    public void tell(RequestId id, ObjectNode notification) {}

    @Override
    public void send(RequestId id, ObjectNode notification) {}

    @Override
    public void none() {}

    @Override
    public void withdraw(RequestId id) {}
  }
}
