package dev.bullpen.server;

import dev.bullpen.json.Json;
import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.JobRequest.Program;
import dev.bullpen.project.Completable;
import dev.bullpen.project.CompletionRef;
import dev.bullpen.protocol.ClientCapabilities;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.MessageParser;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
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

  private static final Duration QUIET = Duration.ofMillis(500);

  /** By then, what can be gained has been. */
  private static final int REQUESTS = 150;

  /** A server that is never quiet for so long is warm. */
  private static final int LOOKS = 60;

  private final CallTable clients;
  private final Catalogs catalogs;
  private final HelperPool pool;
  private final Timers timers;
  private final CallTable own = new CallTable();
  private final AtomicBoolean begun = new AtomicBoolean();

  // Of the timer's thread.
  private Optional<Completions> completions = Optional.empty();
  private Completable asked;
  private int looks;
  private int requests;

  /**
   * @param clients the calls that go before
   */
  Rehearsal(CallTable clients, Catalogs catalogs, HelperPool pool, Timers timers) {
    this.clients = clients;
    this.catalogs = catalogs;
    this.pool = pool;
    this.timers = timers;
  }

  /** As soon as it is quiet. Idempotent, and returns at once. */
  void begin() {
    if (begun.compareAndSet(false, true)) {
      timers.after(QUIET, this::look);
    }
  }

  private void look() {
    if (clients.quietFor().compareTo(QUIET) < 0 || pool.view().idle() == 0) {
      if (++looks < LOOKS) {
        timers.after(QUIET, this::look);
      }
      return;
    }
    try {
      if (completions.isEmpty()) {
        prepare();
      }
      if (completions.isPresent()) {
        ask(completions.get());
      }
    } catch (JsonRpcException | RuntimeException e) {
      LOG.log(Level.DEBUG, "the rehearsal is given up", e);
    }
  }

  /** Nothing is left to do if the project has no completion that is a program. */
  private void prepare() {
    Optional<Program> program = pool.rehearsal();
    Optional<Completable> completable = catalogs.project().completions().anyProgram();
    if (program.isEmpty() || completable.isEmpty()) {
      return;
    }
    asked = completable.get();
    completions =
        Optional.of(
            new Completions(
                catalogs,
                new CompletionRuns(JobIntake.of(pool), new CompletionCache(System::nanoTime)),
                (command, then, otherwise) -> then.accept(program.get()),
                RateLimit.perMinute(0, System.nanoTime()),
                Duration.ZERO,
                Runnable::run));
  }

  private void ask(Completions handler) throws JsonRpcException {
    requests++;
    Message message = MessageParser.parse(line());
    if (message instanceof Message.Request request) {
      Caller caller =
          new Caller(
              Revision.latestLegacy(), ClientCapabilities.NONE, Optional::empty, Optional.empty());
      Call call =
          new Call(request.id(), request.method(), request.params(), caller, new Answer(), own);
      own.add(call);
      handler.handle(call);
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
      boolean goesOn = clients.quietFor().compareTo(QUIET) >= 0;
      timers.after(goesOn ? Duration.ZERO : QUIET, this::look);
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
