package dev.bullpen.schema;

import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.ValidationLimitExceededException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** A schema as the validator library checks it. The first one loads the library. */
final class FullSchema {
  /** The schemas of schemas, compiled when the first schema of the dialect is. */
  private static final Map<Dialect, FullSchema> META = new ConcurrentHashMap<>();

  private final com.networknt.schema.Schema schema;

  private FullSchema(com.networknt.schema.Schema schema) {
    this.schema = schema;
  }

  /**
   * Compile what {@link Survey} has looked at.
   *
   * @throws SchemaException if it is not valid in its dialect or cannot be used
   */
  static FullSchema compile(JsonNode schema, Dialect dialect) throws SchemaException {
    List<Violation> faults = meta(dialect).check(schema, Deadline.SCHEMA_LIMIT);
    if (!faults.isEmpty()) {
      throw new SchemaException(
          "not a valid schema of %s: %s"
              .formatted(
                  dialect.text(),
                  CommonMistake.in(schema).orElseGet(() -> faults.get(0).message())));
    }
    try {
      return new FullSchema(Library.compile(schema, dialect));
    } catch (RuntimeException e) {
      throw new SchemaException("the schema cannot be used: " + reason(e));
    } catch (StackOverflowError e) {
      throw new SchemaException("the schema cannot be used: its references go too deep");
    }
  }

  private static FullSchema meta(Dialect dialect) {
    return META.computeIfAbsent(dialect, named -> new FullSchema(Library.meta(named)));
  }

  List<Violation> check(JsonNode value) throws SchemaException {
    return check(value, Deadline.LIMIT);
  }

  private List<Violation> check(JsonNode value, Duration limit) throws SchemaException {
    Deadline deadline = new Deadline(System::nanoTime, limit);
    BoundedContext context = new BoundedContext(deadline);
    deadline.hold();
    try {
      schema.validate(context, value);
      return Findings.violations(context.getErrors(), value);
    } catch (ValidationLimitExceededException | StackOverflowError e) {
      throw new SchemaException(
          "the check was given up: schemas go too deep into one another, or refer to themselves");
    } catch (RuntimeException e) {
      throw new SchemaException("the check was given up: " + reason(e));
    } finally {
      Deadline.release();
    }
  }

  /** What {@link Deadline.GivenUp} or the library says; anything else is a fault of the library. */
  private static String reason(RuntimeException e) {
    if (e instanceof Deadline.GivenUp) {
      return e.getMessage();
    }
    return e instanceof com.networknt.schema.SchemaException
        ? Excerpt.cut(e.getMessage())
        : "the validator library failed with " + e.getClass().getSimpleName();
  }

  /**
   * One run of the library over a value, held to a deadline: each keyword that is looked at is a
   * step.
   */
  private static final class BoundedContext extends ExecutionContext {
    /**
     * Schemas within one another on the way to one value. Deep enough for values nested a hundred
     * levels under a schema that refers back to itself in a roundabout way, or two hundred in a
     * plain one; shallow enough for the library's recursion on a stack of 512 KB, which has room
     * for 500. A reference that leads back to itself ends here.
     */
    static final int MAX_DEPTH = 400;

    private static final ExecutionConfig CONFIG =
        ExecutionConfig.builder()
            .formatAssertionsEnabled(false)
            .maxEvaluationDepth(MAX_DEPTH)
            .build();

    private final Deadline deadline;

    BoundedContext(Deadline deadline) {
      super(CONFIG);
      this.deadline = deadline;
    }

    @Override
    public void evaluationPathAddLast(String keyword) {
      deadline.step();
      super.evaluationPathAddLast(keyword);
    }
  }
}
