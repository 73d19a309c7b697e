package dev.bullpen.protocol.shape;

import static dev.bullpen.protocol.Revision.V2025_03_26;
import static dev.bullpen.protocol.Revision.V2025_06_18;
import static dev.bullpen.protocol.Revision.V2025_11_25;

import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.Revision;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The {@code Tool} object of each revision. */
public final class ToolDefinition {
  public static final Shape SHAPE =
      Shape.empty()
          .must("name", Kind.STRING)
          .may("title", Kind.STRING, V2025_06_18)
          .may("description", Kind.STRING)
          .must("inputSchema", ToolSchema::input)
          .may("outputSchema", ToolSchema::output, V2025_06_18)
          .may("annotations", Shapes.TOOL_ANNOTATIONS, V2025_03_26)
          .may("icons", Shapes.ICONS, V2025_11_25)
          .may(MetaKey.META, Kind.OBJECT, V2025_06_18);

  private ToolDefinition() {}

  /**
   * The tool as that revision may see it. Schemas are left exactly as they are, but for what {@link
   * ToolSchema} has to change for older revisions; {@code execution} is never told, for there are
   * no tasks.
   *
   * @param definition in the form of the newest revision; may have more members, and is not changed
   * @throws IllegalArgumentException if there is no name, or no {@code inputSchema} of type object
   */
  public static ObjectNode forRevision(ObjectNode definition, Revision revision) {
    ObjectNode shown =
        SHAPE
            .object(definition, revision)
            .orElseThrow(() -> new IllegalArgumentException("no tool: " + name(definition)));
    return Listed.filled(shown, Listed.UNNAMED);
  }

  private static String name(JsonNode definition) {
    return JsonRpcError.quoted(definition.path("name").stringValue("without a name"));
  }
}
