package dev.bullpen.server.rehearsal;

import dev.bullpen.json.Json;
import dev.bullpen.project.CompletionResolver.Completable;
import dev.bullpen.project.Project;
import dev.bullpen.project.ToolResolver;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.tool.ToolPolicy.PolicyDecision;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Reply;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.thread.Timers.Later;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests what the project offers some hundreds of times in the first quiet moment after the
 * greeting, so that classes are loaded and methods compiled before a client needs them. Each
 * request is parsed, handled, run by a helper and answered by a line like any other. Only its
 * program is one of the helper's own, and no client gets the answer.
 *
 * <p>As many requests of a kind run at once as helpers are idle, so that all helpers get warm.
 * Clients go first: while one is served, and for half a second after that, nothing is rehearsed.
 */
public final class Rehearsal {
  public static final Duration QUIET = Duration.ofMillis(500);

  /** For each helper. The JDK compiles a method after 300 calls. */
  static final int REQUESTS = 320;

  /** A client that comes meanwhile waits for so many at most. */
  static final int AT_ONCE = 6;

  /** A server that is never quiet for so many checks is warm. */
  static final int CHECKS = 60;

  /** A suitable tool is searched for among so many. */
  private static final int FIRST = 200;

  /** {@code off}: nothing is rehearsed. */
  private static final String SWITCH = "BULLPEN_REHEARSAL";

  /**
   * One kind of request that can be rehearsed.
   *
   * @param asker stands for a client, and is sent nothing
   * @param handler answers it, by a program that is not the project's
   * @param params of the first request, the second, and so on
   */
  public record Request(
      Client asker, String method, Handler handler, IntFunction<ObjectNode> params) {
    /** A completion by a program, each time of another value; empty if there is none. */
    public static Optional<Request> completion(Client asker, Project project, Handler completions) {
      return project
          .completions()
          .anyProgram()
          .map(
              asked ->
                  new Request(
                      asker, Methods.COMPLETE, completions, number -> completion(asked, number)));
    }

    private static ObjectNode completion(Completable asked, int number) {
      String member = asked.ref() instanceof CompletionRef.OfPrompt ? "name" : "uri";
      return Json.object()
          .set("ref", Json.object().put("type", asked.ref().type()).put(member, asked.ref().text()))
          .set(
              "argument",
              Json.object().put("name", asked.argument()).put("value", String.valueOf(number)));
    }

    /**
     * A call of a tool that needs no arguments and whose results may have any form; empty if there
     * is none among the first.
     */
    public static Optional<Request> toolCall(Client asker, Project project, Handler tools) {
      return project.catalog().tools().stream()
          .limit(FIRST)
          .filter(tool -> tool.definition().path("inputSchema").path("required").isEmpty())
          .filter(tool -> !tool.definition().has("outputSchema"))
          .filter(tool -> project.toolPolicy().decide(tool) instanceof PolicyDecision.Allowed)
          .filter(tool -> project.tools().resolve(tool.name()) instanceof ToolResolver.Found)
          .findFirst()
          .map(tool -> Json.object().put("name", tool.name()))
          .map(params -> new Request(asker, Methods.TOOLS_CALL, tools, number -> params));
    }

    /** How many of the idle helpers can serve it. Tools leave one to interactive jobs. */
    int atOnce(int idle) {
      return method.equals(Methods.TOOLS_CALL) ? Math.max(1, idle - 1) : idle;
    }

    byte[] line(int number) {
      RequestId id = new RequestId.Number(number);
      return JsonRpc.line(JsonRpc.request(id, method, params.apply(number)));
    }
  }

  private final boolean wanted;
  private final Supplier<Duration> quiet;
  private final Later later;
  private final IntSupplier idle;
  private final Supplier<List<Request>> kinds;

  /** Calls of no client: nothing cancels them, and they are not logged. */
  private final CallTable calls = new CallTable();

  // Of the one task that runs.
  private Optional<List<Request>> all = Optional.empty();
  private int checks;
  private int requests;
  private int enough;
  private int rounds;
  private long askedAt = System.nanoTime();

  // Of the thread that answers.
  private final AtomicInteger unanswered = new AtomicInteger();
  private volatile boolean failed;

  public Rehearsal(
      Map<String, String> server,
      Supplier<Duration> quiet,
      Later later,
      IntSupplier idle,
      Supplier<List<Request>> kinds) {
    this.wanted = !"off".equals(server.get(SWITCH));
    this.quiet = quiet;
    this.later = later;
    this.idle = idle;
    this.kinds = kinds;
  }

  /** Rehearse as soon as it is quiet. Called once; returns at once. */
  public void begin() {
    if (wanted) {
      later.after(QUIET, this::advance);
    }
  }

  /** How long nothing has been rehearsed. Called by a task that {@code later} runs. */
  public Duration quietFor() {
    return Duration.ofNanos(System.nanoTime() - askedAt);
  }

  private void advance() {
    int helpers = Math.min(idle.getAsInt(), AT_ONCE);
    if (isQuiet() && helpers > 0) {
      ask(helpers);
    } else if (++checks < CHECKS) {
      later.after(QUIET, this::advance);
    }
  }

  private void ask(int helpers) {
    if (all.isEmpty()) {
      all = Optional.of(kinds.get());
    }
    if (all.get().isEmpty()) {
      return;
    }
    Request kind = all.get().get(rounds++ % all.get().size());
    int atOnce = kind.atOnce(helpers);
    enough = Math.max(enough, helpers * REQUESTS);
    askedAt = System.nanoTime();
    unanswered.set(atOnce);
    for (int i = 0; i < atOnce; i++) {
      serve(kind, kind.line(++requests));
    }
  }

  private void serve(Request kind, byte[] line) {
    Message.Request request = (Message.Request) Message.parse(line);
    Call call =
        new Call(
            request.id(),
            request.method(),
            request.params(),
            kind.asker().caller(),
            new CountedReply(kind.asker().out()),
            calls);
    call.serve(() -> kind.handler().handle(call));
  }

  private boolean isQuiet() {
    return quiet.get().compareTo(QUIET) >= 0;
  }

  /**
   * The next requests follow the last answer, unless a client has come or an answer is an error.
   */
  private void answered(byte[] line) {
    failed |= !isResult(line);
    if (unanswered.decrementAndGet() == 0 && !failed && requests < enough) {
      later.after(isQuiet() ? Duration.ZERO : QUIET, this::advance);
    }
  }

  private static boolean isResult(byte[] line) {
    return Message.parse(line) instanceof Message.Response response
        && response.body().has("result")
        && !response.body().path("result").path("isError").booleanValue(false);
  }

  /** Counts answers, which no client gets. */
  private final class CountedReply implements Reply {
    private final OutgoingMessages way;

    CountedReply(OutgoingMessages way) {
      this.way = way;
    }

    @Override
    public OutgoingMessages way() {
      return way;
    }

    @Override
    public void deliver(RequestId id, ObjectNode message) {
      answered(JsonRpc.line(message));
    }

    @Override
    public void offer(RequestId id, ObjectNode notification) {}

    @Override
    public void send(RequestId id, ObjectNode notification) {}

    @Override
    public void none() {}

    @Override
    public void withdraw(RequestId id) {}
  }
}
