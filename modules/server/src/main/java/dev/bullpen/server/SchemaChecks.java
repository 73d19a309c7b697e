package dev.bullpen.server;

import dev.bullpen.project.tool.Tool;
import dev.bullpen.schema.Schema;
import dev.bullpen.schema.SchemaException;
import dev.bullpen.schema.Violation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Checks values against the schemas of tools. A schema is compiled once as long as the project
 * keeps it; what may take long is done on threads of its own, so that no schema, however hostile,
 * keeps another request from being read or answered.
 */
final class SchemaChecks implements AutoCloseable {
  /** A check is bounded in time, so with a second thread nobody waits long for a hostile one. */
  private static final int THREADS = 2;

  /** Keywords whose check costs no more than reading the value does. */
  private static final Set<String> QUICK =
      Set.of(
          "$schema",
          "type",
          "required",
          "enum",
          "const",
          "title",
          "description",
          "default",
          "examples",
          "minimum",
          "maximum",
          "minLength",
          "maxLength",
          "minItems",
          "maxItems",
          "format",
          "$comment",
          "deprecated",
          "readOnly",
          "writeOnly");

  /** What came of a check. */
  sealed interface Verdict {
    /**
     * The check was made.
     *
     * @param violations none if the value is right
     */
    record Checked(List<Violation> violations) implements Verdict {}

    /** The schema is at fault: the sentence says how. */
    record Unusable(String reason) implements Verdict {}
  }

  /**
   * A schema that has been looked at: usable, or why not.
   *
   * @param source the very tree; a later catalog has another
   */
  private record Known(JsonNode source, Optional<Schema> schema, String fault, boolean quick) {}

  /** By the tool's name: hashing a tool would be hashing all of its definition. */
  private final Map<String, Known> inputs = new ConcurrentHashMap<>();

  private final Map<String, Known> outputs = new ConcurrentHashMap<>();

  /** A tool has its thread, so that its calls stay in order. */
  private final List<ExecutorService> threads =
      Stream.generate(SchemaChecks::thread).limit(THREADS).toList();

  private static ExecutorService thread() {
    return Executors.newSingleThreadExecutor(
        task -> {
          Thread thread = new Thread(task, "schema checks");
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Check the arguments of a call; {@code then} runs here, or later on another thread. */
  void input(Tool tool, JsonNode value, Consumer<Verdict> then) {
    check(inputs, tool.name(), tool.definition().path("inputSchema"), value, then);
  }

  /** Check the structured result of a call; {@code then} runs here, or later on another thread. */
  void output(Tool tool, JsonNode value, Consumer<Verdict> then) {
    check(outputs, tool.name(), tool.definition().path("outputSchema"), value, then);
  }

  private void check(
      Map<String, Known> cache,
      String tool,
      JsonNode schema,
      JsonNode value,
      Consumer<Verdict> then) {
    Optional<Known> known = known(cache, tool, schema);
    if (known.isEmpty() && isQuick(schema)) {
      known = Optional.of(learn(cache, tool, schema));
    }
    if (known.isPresent() && known.get().quick()) {
      then.accept(verdict(known.get(), value));
      return;
    }
    try {
      threads
          .get(Math.floorMod(tool.hashCode(), THREADS))
          .execute(
              () ->
                  then.accept(
                      verdict(
                          known(cache, tool, schema).orElseGet(() -> learn(cache, tool, schema)),
                          value)));
    } catch (RejectedExecutionException closed) {
      // The server is ending, and every call with it.
    }
  }

  private static Optional<Known> known(Map<String, Known> cache, String tool, JsonNode schema) {
    return Optional.ofNullable(cache.get(tool)).filter(known -> known.source() == schema);
  }

  private static Known learn(Map<String, Known> cache, String tool, JsonNode schema) {
    Known known = look(schema);
    cache.put(tool, known);
    return known;
  }

  private static Known look(JsonNode schema) {
    try {
      return new Known(schema, Optional.of(Schema.compile(schema)), "", isQuick(schema));
    } catch (SchemaException e) {
      return new Known(schema, Optional.empty(), e.getMessage(), true);
    }
  }

  private static Verdict verdict(Known known, JsonNode value) {
    if (known.schema().isEmpty()) {
      return new Verdict.Unusable(known.fault());
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
    threads.forEach(ExecutorService::shutdownNow);
  }
}
