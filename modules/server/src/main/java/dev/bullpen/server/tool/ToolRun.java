package dev.bullpen.server.tool;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobOutput;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.resource.EmbeddedResources;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.Roots;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.ProgressToken;
import dev.bullpen.protocol.method.CallParams;
import dev.bullpen.protocol.method.CallToolResult;
import dev.bullpen.protocol.shape.ContentBlock;
import dev.bullpen.server.asking.Audience;
import dev.bullpen.server.asking.QuestionKind;
import dev.bullpen.server.asking.Reentry;
import dev.bullpen.server.asking.RunQuestions;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallThreads.CallThread;
import dev.bullpen.server.call.Mishap;
import dev.bullpen.server.call.RunningJob;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.catalog.ToolSchema;
import dev.bullpen.wire.ExchangeFiles;
import java.io.ByteArrayOutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One run of a tool's script. Progress and log lines are passed on as they come, and questions go
 * to the client. The end becomes a result, an error, or a question after which the script is
 * started again. The call that waits gets that, whatever goes wrong here.
 *
 * <p>The pool reports events one at a time, in order, and the end last.
 */
final class ToolRun implements JobOutput {
  static final Logger LOG = System.getLogger("bullpen.tools");

  /** What {@code mcp_list_changed} writes. */
  private static final Set<String> CHANGED = Set.of("tools", "prompts", "resources");

  private static final byte[] NOTHING = {};

  /** Precedes what is wrong with the empty object that replaces missing structured content. */
  private static final String BARE = "its structuredContent is missing, and {} does not fit: ";

  /** Replaces an error that is too long to be read. */
  private static final byte[] TOO_LONG =
      "The error file is too long".getBytes(StandardCharsets.UTF_8);

  private final ToolAttempt attempt;
  private final ToolServices services;
  private final CallThread thread;
  private final Roots roots;
  private final ToolClock clock;
  private final ScriptLimits limits;

  /** The settings, without output that the client may not see. */
  private final ToolSettings shown;

  private final EventLines lines = new EventLines(this::notified, this::said);
  private final RunningJob job;
  private final RunQuestions questions;

  // What the script has left when it ends.
  private byte[] error = NOTHING;
  private byte[] resources = NOTHING;

  private Optional<Trouble> trouble = Optional.empty();

  /**
   * @throws JsonRpcException if the script cannot get its arguments
   */
  ToolRun(ToolAttempt attempt, Program program, ToolServices services, CallThread thread)
      throws JsonRpcException {
    this.attempt = attempt;
    this.services = services;
    this.thread = thread;
    this.roots = attempt.call().roots();
    this.clock = new ToolClock(attempt.limit(services.settings()), attempt.waited());
    this.limits = services.settings().limits().of(attempt.tool().limits(), program);
    this.shown = services.settings().shownTo(attempt.call().principal());
    this.job =
        thread.job(
            services.scripts().intake(),
            ToolJobs.run(attempt, program, variables(), clock, limits, services),
            this);
    this.questions =
        new RunQuestions(
            services.asking(), attempt.params(), attempt.audience(), job, this::cancel);
  }

  /**
   * Run the script and, when it has ended, answer the call that waits.
   *
   * @return what to ask a legacy client before the script is started again; empty if the call is
   *     answered
   */
  Optional<ObjectNode> run() {
    attempt.call().replaceOnCancel(this::cancel); // the thread's own, which this includes
    JobOutcome outcome = job.run();
    afterwards(lines::endLine);
    afterwards(questions::end);
    trouble = Optional.of(Trouble.of(outcome));
    try {
      if (outcome instanceof JobOutcome.Completed completed) {
        return completed(completed);
      }
      failed((JobOutcome.Failed) outcome);
    } catch (CancellationException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      JsonRpcError mishap = Mishap.of("answering for tool " + attempt.tool().name(), e);
      refuse(mishap, "internal-error", mishap.message());
    }
    return Optional.empty();
  }

  private void cancel() {
    job.cancel();
    questions.end();
  }

  /** A failure here does not withhold the script's result. */
  private void afterwards(Runnable end) {
    try {
      end.run();
    } catch (RuntimeException | Error e) {
      Mishap.of("ending request " + attempt.call().id(), e);
    }
  }

  private RequestVariables variables() throws JsonRpcException {
    try {
      CallParams params = attempt.params();
      return attempt
          .tool()
          .variables(
              services.scripts().project().scriptEnvironment(),
              new RequestVariables.Request(
                  params.arguments(),
                  params.meta(),
                  attempt.call().capabilities().names(),
                  attempt.brought().answers(),
                  attempt.brought().state()),
              params.progressToken().map(ToolRun::text),
              roots);
    } catch (RefusedException e) {
      throw new JsonRpcException(JsonRpcError.invalidParams(e.getMessage()));
    }
  }

  /** A token as a variable has it: a text without its quotes. */
  private static String text(ProgressToken token) {
    return token.json().isString() ? token.json().stringValue() : Json.text(token.json());
  }

  // What the pool reports.

  @Override
  public void events(byte[] bytes) {
    lines.take(bytes);
  }

  @Override
  public void note(String name, byte[] bytes) {
    Optional<QuestionKind> kind = QuestionKind.asking(name);
    if (kind.isPresent()) {
      questions.ask(kind.get(), bytes);
    } else {
      left(name, bytes);
    }
  }

  private void left(String name, byte[] bytes) {
    switch (name) {
      case ToolJobs.ERROR -> error = bytes;
      case ToolJobs.RESOURCES -> resources = bytes;
      case ToolJobs.ERROR + ExchangeFiles.CUT -> error = TOO_LONG;
      case ToolJobs.RESOURCES + ExchangeFiles.CUT ->
          warn("its resources file is too long and is not read");
      case ToolJobs.DEBUG_LOG, ToolJobs.DEBUG_LOG + ExchangeFiles.CUT ->
          new String(bytes, StandardCharsets.UTF_8)
              .lines()
              .forEach(line -> LOG.log(Level.DEBUG, "tool {0}: {1}", attempt.tool().name(), line));
      default -> {
        // An unknown file.
      }
    }
  }

  private void notified(ObjectNode notification) {
    JsonNode params = notification.path("params");
    switch (notification.path("method").stringValue("")) {
      case "notifications/progress" -> {
        if (clock.progressExtends()) {
          job.extend(clock.timeout(), clock.maxLeft()).ifPresent(clock::extended);
        }
        attempt.audience().progress(params);
      }
      case "notifications/message" -> attempt.audience().log(params);
      case "bullpen/given-up" ->
          QuestionKind.asking(params.path("file").stringValue("")).ifPresent(questions::givenUp);
      default -> {
        // A wake-up to read the exchange folder, which has been done, or an unknown message.
      }
    }
  }

  /** A line that is no notification: the script has changed the project itself. */
  private void said(String line) {
    if (CHANGED.contains(line)) {
      services.scripts().catalogs().checkNow();
    }
  }

  // What becomes of its end.

  private void failed(JobOutcome.Failed failed) {
    if (failed.reason() == FailureReason.BUSY) {
      end(
          call ->
              call.fail(
                  JsonRpcError.rateLimited("Too many calls wait already; call again in a moment")),
          trouble);
      return;
    }
    if (failed.reason() == FailureReason.TIMEOUT) {
      because(failed.reason().word(), clock.sentence());
    }
    ObjectNode full = ToolFailures.of(failed, clock, attempt.tool().timeout().hint(), shown);
    conclude(attempt.promises() ? CallToolResult.withStructureAside(full) : full);
  }

  private Optional<ObjectNode> completed(JobOutcome.Completed completed) {
    ToolOutput.Said said = ToolOutput.read(completed, error, embedded(), shown, attempt.promises());
    if (said instanceof ToolOutput.Said.Refusal refusal) {
      refuse(refusal.error(), "script-error", "code " + refusal.error().code());
    } else if (said instanceof ToolOutput.Said.Result result) {
      checked(result.full(), completed.stdout()).ifPresent(this::conclude);
    } else if (said instanceof ToolOutput.Said.Question question) {
      if (!attempt.call().isModern()) {
        return Optional.of(question.printed()); // its client is asked while its call waits
      }
      end(
          call ->
              call.serve(
                  () ->
                      services
                          .asking()
                          .reentry()
                          .answer(
                              call, Reentry.Asker.of(call, attempt.params()), question.printed())),
          Optional.empty());
    }
    return Optional.empty();
  }

  private List<ObjectNode> embedded() {
    if (resources.length == 0) {
      return List.of();
    }
    EmbeddedResources.Embedded embedded =
        services.scripts().project().embeddedResources().read(resources, roots);
    embedded.problems().forEach(this::warn);
    return embedded.blocks();
  }

  /**
   * The result, or an error if it breaks the tool's own promise; errors promise nothing. Empty if
   * it could not be checked, which then is the answer. As in mcp-bash, a whole result without
   * structured content counts as one with an empty object.
   */
  private Optional<ObjectNode> checked(ObjectNode full, byte[] stdout) {
    if (!attempt.promises()) {
      return Optional.of(full);
    }
    if (isError(full)) {
      return Optional.of(fitting(full));
    }
    boolean isStructured = full.has(CallToolResult.STRUCTURED);
    Optional<String> unreadable =
        isStructured ? Optional.empty() : ToolOutput.whyUnreadable(stdout);
    if (unreadable.isPresent()) {
      return Optional.of(notPromised(full, unreadable.get()));
    }
    JsonNode promised = isStructured ? full.get(CallToolResult.STRUCTURED) : Json.object();
    SchemaChecks.Verdict verdict = verdict(promised);
    if (verdict instanceof SchemaChecks.Verdict.Late) {
      JsonRpcError late = ToolFailures.unchecked("result", clock.timeout());
      refuse(late, Trouble.UNCHECKED, late.message());
      return Optional.empty();
    }
    return Optional.of(
        ToolFailures.objection(verdict)
            .map(objection -> notPromised(full, isStructured ? objection : BARE + objection))
            .orElseGet(() -> full.set(CallToolResult.STRUCTURED, promised)));
  }

  /**
   * Some clients check the structured content of an error, too: what they would refuse is set
   * aside.
   */
  private ObjectNode fitting(ObjectNode failure) {
    JsonNode structured = failure.path(CallToolResult.STRUCTURED);
    return !structured.isMissingNode()
            && verdict(structured) instanceof SchemaChecks.Verdict.Checked checked
            && checked.violations().isEmpty()
        ? failure
        : CallToolResult.withStructureAside(failure);
  }

  private SchemaChecks.Verdict verdict(JsonNode structured) {
    return thread.await(
        services
            .checks()
            .check(
                attempt.call().principal(),
                ToolSchema.OUTPUT,
                attempt.tool(),
                structured,
                clock.timeout()));
  }

  private ObjectNode notPromised(ObjectNode full, String objection) {
    because("result-mismatch", "it does not fit the outputSchema: " + objection);
    return ToolFailures.notPromised(full, objection);
  }

  /** A script that fails under limits may have failed because of one, without knowing it. */
  private void conclude(ObjectNode full) {
    full.path("content").forEach(block -> ContentBlock.warnings(block).forEach(this::warn));
    boolean isFailure = isError(full);
    if (isFailure && !limits.isNone()) {
      ToolFailures.meta(full).set("limits", limits.json());
    }
    end(
        call -> call.answer(CallToolResult.forRevision(full, call.revision())),
        trouble.filter(known -> isFailure));
  }

  private static boolean isError(ObjectNode full) {
    return full.path(CallToolResult.IS_ERROR).booleanValue(false);
  }

  private void refuse(JsonRpcError error, String reason, String sentence) {
    because(reason, sentence);
    end(call -> call.fail(error), trouble);
  }

  private void because(String reason, String sentence) {
    trouble = trouble.map(known -> known.because(reason, sentence));
  }

  private void end(Consumer<Call> answer, Optional<Trouble> failure) {
    attempt.audience().conclude(new Audience.Conclusion(answer, failure));
  }

  private void warn(String what) {
    LOG.log(Level.WARNING, "tool {0}: {1}", attempt.tool().name(), what);
  }

  /**
   * Makes lines from the script's bytes, which arrive cut anywhere: notifications, which are JSON
   * objects, and others. A line that is longer than any proper one is dropped, so that a script's
   * mistake does not affect the client. For one thread.
   */
  static final class EventLines {
    /** Room for a log line with a page of text. */
    private static final int MAX_LINE_BYTES = 256 * 1024;

    private final Consumer<ObjectNode> notification;
    private final Consumer<String> other;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    private boolean tooLong;

    EventLines(Consumer<ObjectNode> notification, Consumer<String> other) {
      this.notification = notification;
      this.other = other;
    }

    void take(byte[] bytes) {
      int begin = 0;
      for (int i = 0; i < bytes.length; i++) {
        if (bytes[i] == '\n') {
          append(bytes, begin, i);
          endLine();
          begin = i + 1;
        }
      }
      append(bytes, begin, bytes.length);
    }

    private void append(byte[] bytes, int begin, int end) {
      tooLong |= line.size() + end - begin > MAX_LINE_BYTES;
      if (!tooLong) {
        line.write(bytes, begin, end - begin);
      }
    }

    /** End a line, also when the script has ended, as its last line may lack a newline. */
    void endLine() {
      if (line.size() > 0 && !tooLong) {
        pass(line.toByteArray());
      }
      line.reset();
      tooLong = false;
    }

    /** A meaningless line is dropped. */
    private void pass(byte[] whole) {
      try {
        JsonNode value = Json.parsePrinted(whole);
        if (value instanceof ObjectNode object) {
          notification.accept(object);
        }
      } catch (JsonException e) {
        other.accept(new String(whole, StandardCharsets.UTF_8).strip());
      }
    }
  }
}
