package dev.bullpen.server.tool;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobOutput;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.Roots;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.script.UnusableScriptException;
import dev.bullpen.project.tool.ToolRequest;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.ProgressToken;
import dev.bullpen.protocol.method.CallParams;
import dev.bullpen.server.asking.QuestionKind;
import dev.bullpen.server.asking.RunQuestions;
import dev.bullpen.server.call.CallThreads.CallThread;
import dev.bullpen.server.call.Mishap;
import dev.bullpen.server.call.RunningJob;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One run of a tool's script: its progress and log lines are passed on as they come, its questions
 * put to the client, and of what it says in the end a {@link ToolConclusion} is drawn.
 *
 * <p>The pool reports one thing after the other, in order.
 */
final class ToolRun implements JobOutput {
  /** What {@code mcp_list_changed} writes. */
  private static final Set<String> CHANGED = Set.of("tools", "prompts", "resources");

  private final ToolAttempt attempt;
  private final ToolServices services;
  private final CallThread thread;
  private final Roots roots;
  private final ToolClock clock;
  private final ToolConclusion conclusion;
  private final EventLines lines = new EventLines(this::notified, this::said);
  private final RunningJob job;
  private final RunQuestions questions;

  /**
   * @throws JsonRpcException if the script cannot be told what it is asked
   */
  ToolRun(ToolAttempt attempt, Program program, ToolServices services, CallThread thread)
      throws JsonRpcException {
    this.attempt = attempt;
    this.services = services;
    this.thread = thread;
    this.roots = services.roots().of(attempt.call());
    this.clock = attempt.clock(services.settings());
    ScriptLimits limits = services.settings().limits().of(attempt.tool().limits(), program);
    this.conclusion = new ToolConclusion(attempt, services, roots, clock, limits);
    this.job =
        thread.job(
            services.runner().intake(),
            ToolJobs.run(attempt, program, variables(), clock, limits, services),
            this);
    this.questions = new RunQuestions(services.asking(), attempt.params(), attempt.audience(), job);
  }

  /**
   * Run the script, and answer the call that listens when it has ended.
   *
   * @return what a legacy client is to be asked, before the script is started again
   */
  Optional<ObjectNode> run() {
    attempt.call().onCancel(questions::cancelRun);
    JobOutcome outcome = job.run();
    afterwards(lines::end);
    afterwards(questions::end);
    return conclusion.draw(outcome, thread);
  }

  /** What goes wrong here is no reason to withhold what the script has done. */
  private void afterwards(Runnable end) {
    try {
      end.run();
    } catch (RuntimeException e) {
      Mishap.of("ending request " + attempt.call().id(), e);
    }
  }

  private RequestVariables variables() throws JsonRpcException {
    try {
      return services.project().toolEnvironment().of(attempt.tool(), request());
    } catch (UnusableScriptException e) {
      throw new JsonRpcException(JsonRpcError.invalidParams(e.getMessage()));
    }
  }

  private ToolRequest request() {
    CallParams params = attempt.params();
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
      conclusion.left(name, bytes);
    }
  }

  private void notified(ObjectNode notification) {
    JsonNode params = notification.path("params");
    switch (notification.path("method").stringValue("")) {
      case "notifications/progress" -> {
        clock.again(System.nanoTime()).ifPresent(job::extend);
        attempt.audience().progress(params);
      }
      case "notifications/message" -> attempt.audience().log(params);
      case "bullpen/given-up" ->
          QuestionKind.asking(params.path("file").stringValue("")).ifPresent(questions::givenUp);
      default -> {
        // A nudge to look into the exchange folder, which has been done, or nothing we know.
      }
    }
  }

  /** Lines that are no notifications: the script has changed the project itself. */
  private void said(String line) {
    if (CHANGED.contains(line)) {
      services.scripts().catalogs().lookNow();
    }
  }

  /**
   * Makes the lines a script writes out of the bytes that come, cut anywhere: notifications, which
   * are JSON objects, and others. One longer than any honest one is dropped: a script's slip is not
   * the client's trouble. For one thread.
   */
  static final class EventLines {
    /** A log line with a page of text in it still fits. */
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

    /** The script has ended: what it wrote last may lack its newline. */
    void end() {
      endLine();
    }

    private void append(byte[] bytes, int begin, int end) {
      tooLong |= line.size() + end - begin > MAX_LINE_BYTES;
      if (!tooLong) {
        line.write(bytes, begin, end - begin);
      }
    }

    /** A line that means nothing is dropped. */
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

    private void endLine() {
      if (line.size() > 0 && !tooLong) {
        pass(line.toByteArray());
      }
      line.reset();
      tooLong = false;
    }
  }
}
