package dev.bullpen.schema;

import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;

/**
 * One run of the library over a value, held to a deadline: each keyword that is looked at is a
 * step.
 */
final class BoundedContext extends ExecutionContext {
  /**
   * Schemas within one another on the way to one value. Deep enough for values nested a hundred
   * levels under a schema that refers back to itself in a roundabout way, or two hundred in a plain
   * one; shallow enough for the library's recursion on a stack of 512 KB, which has room for 500. A
   * reference that leads back to itself ends here.
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
