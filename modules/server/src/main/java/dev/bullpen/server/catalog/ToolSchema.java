package dev.bullpen.server.catalog;

import dev.bullpen.project.tool.Tool;
import dev.bullpen.schema.Schema;
import dev.bullpen.schema.SchemaException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The two schemas a tool may have. */
public enum ToolSchema {
  INPUT("inputSchema", "clients are told {\"type\":\"object\"}, and its arguments are not checked"),
  OUTPUT("outputSchema", "it is not published, and its results are not checked");

  private final String member;
  private final String consequence;

  ToolSchema(String member, String consequence) {
    this.member = member;
    this.consequence = consequence;
  }

  /** Missing if the tool has none. */
  public JsonNode of(Tool tool) {
    return tool.definition().path(member);
  }

  /**
   * Whether calls are refused for a schema that cannot be used. A result that may be wrong harms
   * nobody who does not check it, and the tool has run by then.
   */
  public boolean isRefused(SchemaException e) {
    return this == INPUT && e.isRefusal();
  }

  /**
   * What is wrong with a schema that can be used here, for clients that cannot use it: for the
   * operator.
   */
  public Optional<String> objection(Tool tool) {
    if (this == INPUT) {
      return HeaderParameters.objection(of(tool)).map(objection -> headless(tool, objection));
    }
    return Schema.clientObjection(of(tool)).map(objection -> unpublished(tool, objection));
  }

  /** That clients are not told of a tool's schema, and why: for the operator. */
  String unpublished(Tool tool, String objection) {
    return "%s: the %s of the tool %s is not published, because some clients would show no tool with it: %s. Mend it there."
        .formatted(tool.where(), member, tool.name(), objection);
  }

  private String headless(Tool tool, String objection) {
    return "%s: clients are told of no header parameters in the %s of the tool %s, because some would show no tool with it: %s. Mend it there."
        .formatted(tool.where(), member, tool.name(), objection);
  }

  /** What clients may take otherwise: for the operator. */
  public Optional<String> remark(Tool tool) {
    return Schema.patternFault(of(tool))
        .filter(fault -> this == INPUT)
        .map(
            fault ->
                "%s: the %s of the tool %s can be used here, and some clients refuse it: %s."
                    .formatted(tool.where(), member, tool.name(), fault));
  }

  /** What is wrong with a tool's schema, where, and what comes of it: for the operator. */
  public String problem(Tool tool, SchemaException e) {
    return "%s: the %s of the tool %s cannot be used, so %s: %s. Mend it there."
        .formatted(
            tool.where(),
            member,
            tool.name(),
            isRefused(e) ? "its calls are refused" : consequence,
            e.getMessage());
  }
}
