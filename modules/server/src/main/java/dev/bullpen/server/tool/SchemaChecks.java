package dev.bullpen.server.tool;

import dev.bullpen.project.tool.Tool;
import dev.bullpen.schema.Schema;
import dev.bullpen.schema.SchemaException;
import dev.bullpen.schema.Violation;
import dev.bullpen.server.catalog.ToolSchema;
import dev.bullpen.server.catalog.UsableSchemas.OutputIds;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.thread.Timers;
import dev.bullpen.server.thread.Turns;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Checks values against the schemas of tools. A schema is compiled once, as long as the project
 * keeps it. Slow checks run on threads of their own, so that no schema, however hostile, keeps
 * another request from being read or answered.
 *
 * <p>A wrong schema is logged and not applied, and the tool still works; mcp-bash checks nothing at
 * all. What the specification wants refused is refused ({@link SchemaException#isRefusal}), and so
 * is a value whose check has to be given up.
 */
public final class SchemaChecks implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.tools");

  /** The calls of one principal to one tool take turns with others, and keep their order. */
  private record Key(Principal principal, String tool) {}

  /** The turn in which all schemas are checked. No tool has that name. */
  static final String REVIEW = "";

  /**
   * The time of a check is bounded, so a second thread keeps others from waiting long for a hostile
   * one.
   */
  private static final int THREADS = 2;

  /** Keywords whose check costs no more than reading the value. */
  private static final Set<String> QUICK =
      Set.of(
          ("$schema type required enum const title description default examples"
                  + " minimum maximum minLength maxLength minItems maxItems"
                  + " format $comment deprecated readOnly writeOnly")
              .split(" "));

  sealed interface Verdict {
    /**
     * The check was made, or nothing could be checked.
     *
     * @param violations none if the value is right
     */
    record Checked(List<Violation> violations) implements Verdict {}

    /** The schema is at fault; the sentence says how. */
    record Unusable(String reason) implements Verdict {}

    /** The check did not get its turn in time. */
    record Late() implements Verdict {}
  }

  /**
   * A schema that has been checked.
   *
   * @param source the very tree; a later catalog has another
   * @param schema empty if it cannot be used
   * @param fault why every value is refused, if so
   * @param problem what was logged about it
   */
  private record Known(
      JsonNode source,
      Optional<Schema> schema,
      Optional<String> fault,
      Optional<String> problem,
      boolean quick) {}

  /** By the tool's name, because hashing a tool means hashing its whole definition. */
  private final Map<ToolSchema, Map<String, Known>> known =
      Map.of(
          ToolSchema.INPUT,
          new ConcurrentHashMap<>(),
          ToolSchema.OUTPUT,
          new ConcurrentHashMap<>());

  /** Problems that were logged, so that each is logged once while it lasts. */
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  private final Timers timers;
  private final Consumer<String> warnings;

  /**
   * Tools take turns, so that no tool waits for all calls of another, and calls keep their order.
   */
  private final Turns turns = new Turns("schema checks", THREADS);

  public SchemaChecks(Timers timers, Consumer<String> warnings) {
    this.timers = timers;
    this.warnings = warnings;
  }

  /**
   * Check the arguments of a call, or its structured result. A quick check is made at once, unless
   * others of the same tool wait. Any other has its turn on a thread of this class.
   *
   * @param limit how long it may wait for its turn
   * @return completed with the verdict; to be cancelled when it is not wanted any more
   */
  CompletableFuture<Verdict> check(
      Principal principal, ToolSchema which, Tool tool, JsonNode value, Duration limit) {
    Key key = new Key(principal, tool.name());
    Optional<Known> known = known(which, tool);
    boolean isFirst = !turns.hasAny(key); // a quick call does not overtake those that wait
    if (isFirst && known.isPresent() && known.get().quick()) {
      return CompletableFuture.completedFuture(verdict(known.get(), value));
    }
    CompletableFuture<Verdict> verdict = new CompletableFuture<>();
    Future<?> late = timers.after(limit, () -> verdict.complete(new Verdict.Late()));
    turns.add(
        key,
        () -> {
          late.cancel(false);
          if (!verdict.isDone()) {
            verdict.complete(slowly(which, tool, value));
          }
        });
    return verdict;
  }

  /**
   * Check the schemas of all tools, on a thread of its own. If there are tools, this loads the
   * validator library before their first call needs it.
   */
  public void review(List<Tool> tools) {
    turns.add(
        new Key(Principal.SERVER, REVIEW),
        () -> {
          if (!tools.isEmpty()) {
            Schema.load();
          }
          Set<String> found = new HashSet<>();
          for (Tool tool : tools) {
            for (ToolSchema which : ToolSchema.values()) {
              if (!which.of(tool).isMissingNode()) {
                known(which, tool)
                    .orElseGet(() -> learn(which, tool))
                    .problem()
                    .ifPresent(found::add);
              }
            }
          }
          for (String problem : OutputIds.problems(tools)) {
            found.add(problem);
            logOnce(problem);
          }
          logged.retainAll(found);
          Set<String> names = tools.stream().map(Tool::name).collect(Collectors.toSet());
          known.values().forEach(held -> held.keySet().retainAll(names));
        });
  }

  /** For tests: run a task when it is the turn of a tool, or of {@link #REVIEW}. */
  void inTurnOf(Principal principal, String tool, Runnable task) {
    turns.add(new Key(principal, tool), task);
  }

  /** There is a verdict, whatever goes wrong. */
  private Verdict slowly(ToolSchema which, Tool tool, JsonNode value) {
    try {
      return verdict(known(which, tool).orElseGet(() -> learn(which, tool)), value);
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a defect in checking against a schema of the tool " + tool.name(), e);
      return new Verdict.Unusable("the check failed; the server's log says more");
    }
  }

  private Optional<Known> known(ToolSchema which, Tool tool) {
    return Optional.ofNullable(Objects.requireNonNull(known.get(which)).get(tool.name()))
        .filter(held -> held.source() == which.of(tool));
  }

  private Known learn(ToolSchema which, Tool tool) {
    Known learnt = compile(which, tool);
    Objects.requireNonNull(known.get(which)).put(tool.name(), learnt);
    learnt.problem().ifPresent(this::logOnce);
    return learnt;
  }

  private void logOnce(String problem) {
    if (logged.add(problem)) {
      warnings.accept(problem);
    }
  }

  private static Known compile(ToolSchema which, Tool tool) {
    JsonNode schema = which.of(tool);
    try {
      Optional<Schema> usable = Optional.of(Schema.compile(schema));
      return new Known(schema, usable, Optional.empty(), which.objection(tool), isQuick(schema));
    } catch (SchemaException e) {
      return new Known(
          schema,
          Optional.empty(),
          Optional.of(e.getMessage()).filter(fault -> which.isRefused(e)),
          Optional.of(which.problem(tool, e)),
          true);
    }
  }

  private static Verdict verdict(Known known, JsonNode value) {
    if (known.fault().isPresent()) {
      return new Verdict.Unusable(known.fault().get());
    }
    if (known.schema().isEmpty()) {
      return new Verdict.Checked(List.of());
    }
    try {
      return new Verdict.Checked(known.schema().get().check(value));
    } catch (SchemaException e) {
      return new Verdict.Unusable(e.getMessage());
    }
  }

  private static boolean isQuick(JsonNode schema) {
    return schema.properties().stream()
        .allMatch(
            member ->
                switch (member.getKey()) {
                  case "properties" ->
                      member.getValue().valueStream().allMatch(SchemaChecks::isQuick);
                  case "items", "additionalProperties" -> isQuick(member.getValue());
                  default -> QUICK.contains(member.getKey());
                });
  }

  @Override
  public void close() {
    turns.close();
  }
}
