package dev.bullpen.server.catalog;

import dev.bullpen.project.tool.Tool;
import dev.bullpen.schema.Schema;
import dev.bullpen.schema.SchemaException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The two schemas a tool may have. */
public enum ToolSchema {
  INPUT("inputSchema", "clients get {\"type\":\"object\"}, and its arguments are not checked"),
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
   * Whether calls are refused because of a schema that cannot be used. A result that may be wrong
   * harms only clients that check it, and by then the tool has run.
   */
  public boolean isRefused(SchemaException e) {
    return this == INPUT && e.isRefusal();
  }

  /** Why clients may be unable to use a schema that can be used here. For the operator. */
  public Optional<String> objection(Tool tool) {
    if (this == INPUT) {
      return HeaderParameters.objection(of(tool)).map(objection -> headless(tool, objection));
    }
    return Schema.clientObjection(of(tool)).map(objection -> unpublished(tool, objection));
  }

  /** That a tool's schema is not published, and why. For the operator. */
  String unpublished(Tool tool, String objection) {
    return "%s: the %s of the tool %s is not published, because some clients would show no tool with it: %s. Mend it there."
        .formatted(tool.where(), member, tool.name(), objection);
  }

  private String headless(Tool tool, String objection) {
    return "%s: the header parameters in the %s of the tool %s are not published, because some clients would show no tool with them: %s. Mend it there."
        .formatted(tool.where(), member, tool.name(), objection);
  }

  /** What some clients may refuse. For the operator. */
  public Optional<String> warning(Tool tool) {
    return Schema.patternFault(of(tool))
        .filter(fault -> this == INPUT)
        .map(
            fault ->
                "%s: the %s of the tool %s can be used here, but some clients refuse it: %s."
                    .formatted(tool.where(), member, tool.name(), fault));
  }

  /** What is wrong with a tool's schema, where, and the consequence. For the operator. */
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
