package dev.bullpen.server.tool;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.project.resource.EmbeddedResources;
import dev.bullpen.project.script.Roots;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.method.CallToolResult;
import dev.bullpen.protocol.shape.ContentBlock;
import dev.bullpen.server.asking.Audience;
import dev.bullpen.server.asking.Reentry;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallThreads.CallThread;
import dev.bullpen.server.call.Mishap;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.catalog.ToolSchema;
import dev.bullpen.wire.Desk;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What becomes of the end of a run: a result, an error, or a question to be started again with. The
 * call that listens gets it, whatever goes wrong in here.
 */
final class ToolConclusion {
  static final Logger LOG = System.getLogger("bullpen.tools");
  private static final byte[] NOTHING = {};

  /** Before what is wrong with the empty object that stands for no structured content. */
  private static final String BARE = "its structuredContent is missing, and {} does not fit: ";

  /** In place of an error that is too long to be read. */
  private static final byte[] TOO_LONG =
      "The error file is too long".getBytes(StandardCharsets.UTF_8);

  private final ToolAttempt attempt;
  private final ToolServices services;
  private final Roots roots;
  private final ToolClock clock;
  private final ScriptLimits limits;

  private Optional<Trouble> trouble = Optional.empty();
  private byte[] error = NOTHING;
  private byte[] resources = NOTHING;

  ToolConclusion(
      ToolAttempt attempt,
      ToolServices services,
      Roots roots,
      ToolClock clock,
      ScriptLimits limits) {
    this.attempt = attempt;
    this.services = services;
    this.roots = roots;
    this.clock = clock;
    this.limits = limits;
  }

  void left(String name, byte[] bytes) {
    switch (name) {
      case ToolJobs.ERROR -> error = bytes;
      case ToolJobs.RESOURCES -> resources = bytes;
      case ToolJobs.ERROR + Desk.CUT -> error = TOO_LONG;
      case ToolJobs.RESOURCES + Desk.CUT -> warn("its resources file is too long and is not read");
      case ToolJobs.DEBUG_LOG, ToolJobs.DEBUG_LOG + Desk.CUT ->
          new String(bytes, StandardCharsets.UTF_8)
              .lines()
              .forEach(line -> LOG.log(Level.DEBUG, "tool {0}: {1}", attempt.tool().name(), line));
      default -> {
        // Nothing we know.
      }
    }
  }

  /**
   * The script has ended, after all it has left.
   *
   * @param thread of the run
   * @return what a legacy client is to be asked; empty if the call that listens has its answer
   */
  Optional<ObjectNode> draw(JobOutcome outcome, CallThread thread) {
    trouble = Optional.of(Trouble.of(outcome));
    try {
      if (outcome instanceof JobOutcome.Completed completed) {
        return completed(completed, thread);
      }
      failed((JobOutcome.Failed) outcome);
    } catch (CancellationException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      JsonRpcError error = Mishap.of("answering for tool " + attempt.tool().name(), e);
      because("internal-error", error.message());
      refuse(error);
    }
    return Optional.empty();
  }

  private void failed(JobOutcome.Failed failed) {
    boolean isLate = failed.reason() == FailureReason.TIMEOUT;
    if (isLate) {
      because(failed.reason().word(), clock.sentence());
    }
    String stderr = services.settings().tail(failed.stderr());
    switch (failed.reason()) {
      case TIMEOUT ->
          conclude(ToolFailures.timeout(clock, attempt.tool().timeout().hint(), stderr));
      case CPU_LIMIT, FILE_LIMIT -> conclude(ToolFailures.beyondLimit(failed, stderr));
      case LIMIT_NOT_SET, INPUT_LIMIT -> conclude(ToolFailures.notStarted(failed));
      case OUTPUT_LIMIT, STDERR_LIMIT ->
          conclude(ToolFailures.tooLong(failed, services.settings()));
      case BUSY ->
          refuse(JsonRpcError.rateLimited("Too many calls wait already; call again in a moment"));
      default -> conclude(ToolFailures.noResult(failed));
    }
  }

  private Optional<ObjectNode> completed(JobOutcome.Completed completed, CallThread thread) {
    ToolOutput.Said said =
        ToolOutput.read(completed, error, embedded(), services.settings(), promises());
    if (said instanceof ToolOutput.Said.Refusal refusal) {
      because("script-error", "code " + refusal.error().code());
      refuse(refusal.error());
    } else if (said instanceof ToolOutput.Said.Question question) {
      return ask(question.printed());
    } else if (said instanceof ToolOutput.Said.Result result) {
      checked(result.full(), completed.stdout(), thread).ifPresent(this::conclude);
    }
    return Optional.empty();
  }

  private List<ObjectNode> embedded() {
    if (resources.length == 0) {
      return List.of();
    }
    EmbeddedResources.Embedded embedded =
        services.project().embeddedResources().read(resources, roots);
    embedded.problems().forEach(this::warn);
    return embedded.blocks();
  }

  /**
   * A result that breaks the tool's own promise is an error, except that errors promise nothing;
   * empty if it could not be checked, which is the answer then. A whole result without structured
   * content is taken for one with an empty object, as mcp-bash takes it.
   */
  private Optional<ObjectNode> checked(ObjectNode full, byte[] stdout, CallThread thread) {
    if (!promises() || full.path("isError").booleanValue(false)) {
      return Optional.of(full);
    }
    boolean isStructured = full.has(CallToolResult.STRUCTURED);
    Optional<String> unreadable =
        isStructured ? Optional.empty() : ToolOutput.whyUnreadable(stdout);
    if (unreadable.isPresent()) {
      return Optional.of(notPromised(full, unreadable.get()));
    }
    JsonNode promised = isStructured ? full.get(CallToolResult.STRUCTURED) : Json.object();
    SchemaChecks.Verdict verdict =
        thread.await(
            services.checks().check(ToolSchema.OUTPUT, attempt.tool(), promised, clock.timeout()));
    if (verdict instanceof SchemaChecks.Verdict.Late) {
      JsonRpcError error = ToolFailures.unchecked("result", clock.timeout());
      because(Trouble.UNCHECKED, error.message());
      refuse(error);
      return Optional.empty();
    }
    return Optional.of(
        ToolFailures.objection(verdict)
            .map(objection -> notPromised(full, isStructured ? objection : BARE + objection))
            .orElseGet(() -> full.set(CallToolResult.STRUCTURED, promised)));
  }

  private boolean promises() {
    return attempt.tool().definition().has("outputSchema");
  }

  // The three ends there are.

  private void conclude(ObjectNode full) {
    full.path("content").forEach(block -> ContentBlock.remarks(block).forEach(this::warn));
    ObjectNode told = full.path("isError").booleanValue(false) ? error(full) : full;
    boolean isFailure = told.path("isError").booleanValue(false);
    end(
        call -> call.answer(CallToolResult.forRevision(told, call.revision())),
        trouble.filter(known -> isFailure));
  }

  /**
   * A script that fails under limits may have failed because of one, without knowing it. Structured
   * content of an error is not what the tool has promised, and some clients hold it against that.
   */
  private ObjectNode error(ObjectNode full) {
    if (!limits.isNone()) {
      ToolFailures.tellLimits(full, limits);
    }
    return promises() ? CallToolResult.withStructureAside(full) : full;
  }

  private void refuse(JsonRpcError error) {
    end(call -> call.fail(error), trouble);
  }

  /** A modern call is answered by the question; a legacy client is asked while its call waits. */
  private Optional<ObjectNode> ask(ObjectNode printed) {
    if (!attempt.call().isModern()) {
      return Optional.of(printed);
    }
    Reentry reentry = services.asking().reentry();
    end(call -> call.serve(() -> reentry.answer(call, attempt.asker(), printed)), Optional.empty());
    return Optional.empty();
  }

  private void end(Consumer<Call> answer, Optional<Trouble> failure) {
    attempt
        .audience()
        .conclude(
            new Audience.Conclusion(
                call -> {
                  failure.ifPresent(call::troubled);
                  answer.accept(call);
                },
                failure));
  }

  private void because(String reason, String sentence) {
    trouble = trouble.map(known -> known.because(reason, sentence));
  }

  private ObjectNode notPromised(ObjectNode full, String objection) {
    because("result-mismatch", "it does not fit the outputSchema: " + objection);
    return ToolFailures.notPromised(full, objection);
  }

  private void warn(String what) {
    LOG.log(Level.WARNING, "tool {0}: {1}", attempt.tool().name(), what);
  }
}
