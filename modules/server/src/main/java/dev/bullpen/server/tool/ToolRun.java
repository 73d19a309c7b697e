package dev.bullpen.server.tool;

import dev.bullpen.json.Json;
import dev.bullpen.pool.JobHandle;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.project.resource.EmbeddedResources;
import dev.bullpen.project.script.Roots;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.script.ToolVariables;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.ToolRejectedException;
import dev.bullpen.project.tool.ToolRequest;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.ProgressToken;
import dev.bullpen.protocol.method.CallToolParams;
import dev.bullpen.protocol.method.CallToolResult;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Mishap;
import dev.bullpen.server.session.ClientRequests;
import dev.bullpen.wire.Desk;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One run of a tool's script, from its start to the answer: its progress and log lines are passed
 * on as they come, its questions put to the client, and what it says in the end made a result.
 *
 * <p>What the pool tells comes in order, one thing after the other.
 */
final class ToolRun implements JobListener {
  static final Logger LOG = System.getLogger("bullpen.tools");
  private static final byte[] NOTHING = {};

  /** What {@code mcp_list_changed} writes. */
  private static final Set<String> CHANGED = Set.of("tools", "prompts", "resources");

  /** In place of an error nobody could read. */
  private static final byte[] TOO_LONG =
      "The error file is too long".getBytes(StandardCharsets.UTF_8);

  private final ToolAttempt attempt;
  private final ToolServices services;
  private final Roots roots;
  private final ToolClock clock;
  private final ScriptLimits limits;
  private final Audience audience;
  private final EventLines lines = new EventLines(this::notified, this::said);
  private final CompletableFuture<JobHandle> job = new CompletableFuture<>();

  private volatile boolean over;
  private final AtomicReference<Optional<ClientRequests.Pending>> pending =
      new AtomicReference<>(Optional.empty());

  private byte[] error = NOTHING;
  private byte[] resources = NOTHING;

  private ToolRun(ToolAttempt attempt, ToolServices services, Roots roots, ScriptLimits limits) {
    this.limits = limits;
    this.attempt = attempt;
    this.services = services;
    this.roots = roots;
    this.clock =
        new ToolClock(
            attempt.tool().timeout(),
            attempt.params().timeoutSecs(),
            services.settings(),
            System.nanoTime());
    this.audience = new Audience(attempt.call(), attempt.params(), services);
  }

  /** Have the tool run, once its program is there. */
  static void start(ToolAttempt attempt, ToolServices services) {
    Call call = attempt.call();
    services
        .programs()
        .with(
            ToolJobs.LANE,
            attempt.command(),
            program -> call.guarded(() -> start(attempt, attempt.sourced(program), services)).run(),
            failure ->
                call.answer(
                    CallToolResult.forRevision(ToolFailures.notStarted(failure), call.revision())));
  }

  /**
   * Have it run, if the call has not been cancelled meanwhile.
   *
   * @throws JsonRpcException if it cannot be told what it is asked
   */
  private static void start(ToolAttempt attempt, JobRequest.Program program, ToolServices services)
      throws JsonRpcException {
    Roots roots = services.roots().of(attempt.call());
    ToolVariables variables;
    try {
      variables = services.project().toolEnvironment().of(attempt.tool(), request(attempt, roots));
    } catch (ToolRejectedException e) {
      throw new JsonRpcException(JsonRpcError.invalidParams(e.getMessage()));
    }
    ScriptLimits limits = services.settings().limits().of(attempt.tool().limits(), program);
    ToolRun run = new ToolRun(attempt, services, roots, limits);
    // Before it can end: what follows it may have something else to cancel.
    attempt.call().onCancel(run::cancel);
    if (!run.over) {
      run.job.complete(
          services
              .pool()
              .submit(ToolJobs.run(attempt, program, variables, run.clock, limits, services), run));
    }
  }

  private static ToolRequest request(ToolAttempt attempt, Roots roots) {
    CallToolParams params = attempt.params();
    return new ToolRequest(
        params.arguments(),
        params.meta(),
        params.progressToken().map(ToolRun::text),
        roots,
        attempt.call().capabilities().elicitation(),
        attempt.call().capabilities().sampling(),
        attempt.answers(),
        attempt.state());
  }

  /** A token as a variable has it: text without its quotes. */
  private static String text(ProgressToken token) {
    return token.json().isString() ? token.json().stringValue() : Json.text(token.json());
  }

  ToolAttempt attempt() {
    return attempt;
  }

  Audience audience() {
    return audience;
  }

  /** End the script and all it started; nobody is told anything any more. */
  void cancel() {
    job.thenAccept(services.pool()::cancel);
    giveUpQuestion();
  }

  /** Whether its script has ended, or is being ended. */
  boolean isOver() {
    return over;
  }

  /** A question of its has been put to the client, and is to be taken back when the run ends. */
  void waitsFor(ClientRequests.Pending question) {
    pending.set(Optional.of(question));
    if (over) {
      giveUpQuestion(); // it ended while the question was on its way out
    }
  }

  /** The run is over: a question that waits, or is just being put, is taken back. */
  private void giveUpQuestion() {
    over = true;
    pending.getAndSet(Optional.empty()).ifPresent(ClientRequests.Pending::giveUp);
  }

  // What the pool tells.

  @Override
  public void events(byte[] bytes) {
    lines.take(bytes);
  }

  @Override
  public void note(String name, byte[] bytes) {
    switch (name) {
      case ToolJobs.ERROR -> error = bytes;
      case ToolJobs.RESOURCES -> resources = bytes;
      case ToolJobs.ERROR + Desk.CUT -> error = TOO_LONG;
      case ToolJobs.RESOURCES + Desk.CUT ->
          LOG.log(
              Level.WARNING,
              "tool {0}: its resources file is too long and is not read",
              attempt.tool().name());
      case ToolJobs.DEBUG_LOG, ToolJobs.DEBUG_LOG + Desk.CUT -> debugged(bytes);
      default -> QuestionKind.asking(name).ifPresent(kind -> asked(kind, bytes));
    }
  }

  private void debugged(byte[] log) {
    new String(log, StandardCharsets.UTF_8)
        .lines()
        .forEach(line -> LOG.log(Level.DEBUG, "tool {0}: {1}", attempt.tool().name(), line));
  }

  @Override
  public void ended(JobOutcome outcome) {
    lines.end();
    giveUpQuestion();
    sayingSomething(() -> conclude(outcome));
  }

  /** Whatever goes wrong in here, whoever listens gets an answer. */
  private void sayingSomething(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      JsonRpcError error = Mishap.of("answering for tool " + attempt.tool().name(), e);
      audience.conclude(call -> call.fail(error));
    }
  }

  private void conclude(JobOutcome outcome) {
    if (outcome instanceof JobOutcome.Failed failed) {
      failed(failed);
    } else if (outcome instanceof JobOutcome.Completed completed) {
      completed(completed);
    }
  }

  private void notified(ObjectNode notification) {
    JsonNode params = notification.path("params");
    switch (notification.path("method").stringValue("")) {
      case "notifications/progress" -> {
        clock
            .again(System.nanoTime())
            .ifPresent(again -> job.thenAccept(running -> services.pool().extend(running, again)));
        audience.progress(params);
      }
      case "notifications/message" -> audience.log(params);
      default -> {
        // A nudge to look at the desk, which has been done, or nothing we know.
      }
    }
  }

  /** Lines that are no notifications: the script has changed the project itself. */
  private void said(String line) {
    if (CHANGED.contains(line)) {
      services.lookAgain().run();
    }
  }

  private void asked(QuestionKind kind, byte[] bytes) {
    job.thenAccept(services.pool()::pause);
    services.questions().put(this, kind, bytes);
  }

  /** The client's answer, or why there is none, in the words of the script's contract. */
  void answered(QuestionKind kind, ObjectNode answer) {
    job.thenAccept(
        running -> {
          services.pool().put(running, kind.answerFile(), Json.bytes(answer));
          services.pool().resume(running);
        });
  }

  private void failed(JobOutcome.Failed failed) {
    Tool tool = attempt.tool();
    boolean isLate = failed.reason() == FailureReason.TIMEOUT;
    LOG.log(
        Level.WARNING, "tool {0}: {1}", tool.name(), isLate ? clock.sentence() : failed.detail());
    switch (failed.reason()) {
      case TIMEOUT ->
          conclude(
              ToolFailures.timeout(
                  clock, tool.timeout().hint(), services.settings().tail(failed.stderr())));
      case CPU_LIMIT, FILE_LIMIT ->
          conclude(ToolFailures.beyondLimit(failed, services.settings().tail(failed.stderr())));
      case LIMIT_NOT_SET, INPUT_LIMIT -> conclude(ToolFailures.notStarted(failed));
      case OUTPUT_LIMIT, STDERR_LIMIT -> conclude(ToolFailures.tooLong(failed));
      case BUSY ->
          audience.conclude(
              call ->
                  call.fail(
                      JsonRpcError.rateLimited(
                          "Too many calls wait already; call again in a moment")));
      default -> conclude(ToolFailures.noResult(failed.reason()));
    }
  }

  private void completed(JobOutcome.Completed completed) {
    ToolOutput.Said said = ToolOutput.read(completed, error, embedded(), services.settings());
    if (said instanceof ToolOutput.Said.Refusal refusal) {
      audience.conclude(call -> call.fail(refusal.error()));
    } else if (said instanceof ToolOutput.Said.Question question) {
      audience.conclude(
          call ->
              call.guarded(
                      () ->
                          services
                              .reentry()
                              .ask(new ToolReentry(attempt, call, services), question.printed()))
                  .run());
    } else if (said instanceof ToolOutput.Said.Result result) {
      checked(result.full());
    }
  }

  private List<ObjectNode> embedded() {
    if (resources.length == 0) {
      return List.of();
    }
    EmbeddedResources.Embedded embedded =
        services.project().embeddedResources().read(resources, roots);
    for (String problem : embedded.problems()) {
      LOG.log(Level.WARNING, "tool {0}: {1}", attempt.tool().name(), problem);
    }
    return embedded.blocks();
  }

  /**
   * A result that breaks the tool's own promise is an error, except that errors promise nothing.
   */
  private void checked(ObjectNode full) {
    boolean promised = attempt.tool().definition().has("outputSchema");
    if (!promised || full.path("isError").booleanValue(false)) {
      conclude(full);
      return;
    }
    if (!full.has("structuredContent")) {
      conclude(ToolFailures.notPromised(full, "it is no JSON"));
      return;
    }
    services
        .checks()
        .output(
            attempt.tool(),
            full.get("structuredContent"),
            audience::isThere,
            verdict ->
                sayingSomething(
                    () ->
                        conclude(
                            ToolFailures.objection(verdict)
                                .map(objection -> ToolFailures.notPromised(full, objection))
                                .orElse(full))));
  }

  /** Whoever fails under limits may have failed because of one, without knowing it. */
  private void conclude(ObjectNode full) {
    if (!limits.isNone() && full.path("isError").booleanValue(false)) {
      ToolFailures.tellLimits(full, limits);
    }
    audience.conclude(call -> call.answer(CallToolResult.forRevision(full, call.revision())));
  }
}
