package dev.bullpen.server;

import dev.bullpen.project.tool.Tool;
import dev.bullpen.schema.Schema;
import dev.bullpen.schema.SchemaException;
import dev.bullpen.server.catalog.ToolSchema;
import dev.bullpen.server.catalog.UsableSchemas.OutputIds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Schemas of tools that no server could use. */
public final class SchemaProblems {
  private SchemaProblems() {}

  /** A sentence for each, with the file, the place in it and what to do. */
  public static List<String> of(Collection<Tool> tools) {
    List<String> problems = new ArrayList<>();
    for (Tool tool : tools) {
      for (ToolSchema which : ToolSchema.values()) {
        try {
          if (!which.of(tool).isMissingNode()) {
            Schema.compile(which.of(tool));
            which.objection(tool).ifPresent(problems::add);
          }
        } catch (SchemaException e) {
          problems.add(which.problem(tool, e));
        }
      }
    }
    problems.addAll(OutputIds.problems(tools));
    return problems;
  }

  /** A sentence for each schema that can be used here but that some clients may refuse. */
  public static List<String> warnings(Collection<Tool> tools) {
    return tools.stream().flatMap(tool -> ToolSchema.INPUT.warning(tool).stream()).toList();
  }
}
