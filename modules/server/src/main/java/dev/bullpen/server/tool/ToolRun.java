package dev.bullpen.server.tool;

import dev.bullpen.json.Json;
import dev.bullpen.pool.JobHandle;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.project.script.Roots;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.script.ToolVariables;
import dev.bullpen.project.tool.ToolRejectedException;
import dev.bullpen.project.tool.ToolRequest;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.ProgressToken;
import dev.bullpen.protocol.method.CallToolParams;
import dev.bullpen.protocol.method.CallToolResult;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.program.ProgramFailure;
import dev.bullpen.server.session.ClientRequests;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One run of a tool's script: its progress and log lines are passed on as they come, its questions
 * put to the client, and of what it says in the end a {@link ToolConclusion} is drawn.
 *
 * <p>What the pool tells comes in order, one thing after the other.
 */
final class ToolRun implements JobListener {
  /** What {@code mcp_list_changed} writes. */
  private static final Set<String> CHANGED = Set.of("tools", "prompts", "resources");

  private final ToolAttempt attempt;
  private final ToolServices services;
  private final ToolClock clock;
  private final ToolConclusion conclusion;
  private final EventLines lines = new EventLines(this::notified, this::said);
  private final RunQuestions questions = new RunQuestions();

  /** What its script wants of its client may be known before it is. */
  private final Awaited<JobHandle> job = new Awaited<>();

  ToolRun(
      ToolAttempt attempt,
      ToolServices services,
      Roots roots,
      ToolClock clock,
      ScriptLimits limits) {
    this.attempt = attempt;
    this.services = services;
    this.clock = clock;
    this.conclusion = new ToolConclusion(attempt, services, roots, clock, limits);
  }

  /** Have the tool run, once its program is there. */
  static void start(ToolAttempt attempt, ToolServices services) {
    Call call = attempt.call();
    services
        .programs()
        .with(
            ToolJobs.LANE,
            attempt.command(),
            call::onCancel,
            program -> call.serve(() -> start(attempt, program, services)),
            failure -> notStarted(call, failure));
  }

  private static void notStarted(Call call, ProgramFailure failure) {
    call.troubled(Trouble.of(failure.reason(), failure.sentence()));
    call.answer(CallToolResult.forRevision(ToolFailures.notStarted(failure), call.revision()));
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
    ToolSettings settings = services.settings();
    ToolClock clock = attempt.clock(settings);
    ScriptLimits limits = settings.limits().of(attempt.tool().limits(), program);
    ToolRun run = new ToolRun(attempt, services, roots, clock, limits);
    // Before it can end: what follows it may have something else to cancel.
    attempt.call().onCancel(run::cancel);
    if (!run.isOver()) {
      JobRequest request = ToolJobs.run(attempt, program, variables, clock, limits, services);
      run.job.comes(services.pool().submit(request, run));
    }
  }

  private static ToolRequest request(ToolAttempt attempt, Roots roots) {
    CallToolParams params = attempt.params();
    return new ToolRequest(
        params.arguments(),
        params.meta(),
        params.progressToken().map(ToolRun::text),
        roots,
        attempt.call().capabilities().names(),
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
    return attempt.audience();
  }

  /** End the script and all it started; nobody is told anything any more. */
  void cancel() {
    job.then(services.pool()::cancel);
    questions.end();
  }

  /** Whether its script has ended, or is being ended. */
  boolean isOver() {
    return questions.isOver();
  }

  // What the pool tells.

  @Override
  public void events(byte[] bytes) {
    lines.take(bytes);
  }

  @Override
  public void note(String name, byte[] bytes) {
    Optional<QuestionKind> kind = QuestionKind.asking(name);
    if (kind.isPresent()) {
      asked(kind.get(), bytes);
    } else {
      conclusion.left(name, bytes);
    }
  }

  @Override
  public void ended(JobOutcome outcome) {
    lines.end();
    questions.end();
    conclusion.draw(outcome);
  }

  private void notified(ObjectNode notification) {
    JsonNode params = notification.path("params");
    switch (notification.path("method").stringValue("")) {
      case "notifications/progress" -> {
        clock
            .again(System.nanoTime())
            .ifPresent(again -> job.then(running -> services.pool().extend(running, again)));
        audience().progress(params);
      }
      case "notifications/message" -> audience().log(params);
      case "bullpen/given-up" ->
          QuestionKind.asking(params.path("file").stringValue("")).ifPresent(this::givenUp);
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

  // Questions: its time stands still from the one to the other.

  private void asked(QuestionKind kind, byte[] bytes) {
    job.then(services.pool()::pause);
    services.asking().questions().put(this, kind, bytes);
  }

  /** A question of its has been put to the client, and is to be taken back when the run ends. */
  void waitsFor(ClientRequests.Pending pending, QuestionKind kind) {
    questions.isPut(pending, kind);
  }

  /** It waits no longer for an answer of that kind; false if it did not. */
  boolean takeBack(QuestionKind kind) {
    return questions.takeBack(kind);
  }

  /**
   * The script waits no longer, and asks nothing else before it has read one answer for each
   * question: if it is not the client's, which may be on its way, it is this.
   */
  private void givenUp(QuestionKind kind) {
    if (services.asking().questions().takeBack(this, kind)) {
      answered(kind, kind.failed("nobody answered in time"));
    }
  }

  /** A question of its has been taken back, and it reads no answer. */
  void goesOn() {
    job.then(services.pool()::resume);
  }

  /** The client's answer, or why there is none, in the words of the script's contract. */
  void answered(QuestionKind kind, ObjectNode answer) {
    job.then(
        running -> {
          services.pool().put(running, kind.answerFile(), Json.bytes(answer));
          services.pool().resume(running);
        });
  }
}
