package dev.bullpen.project.tool;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.IconReader;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.script.ScriptCommand;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.script.ScriptLimitsReader;
import dev.bullpen.project.ui.UiDiscovery;
import dev.bullpen.project.ui.UiResource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes tools from what the project says about them: once for clients, who see what MCP defines,
 * and once for scripts, who see what mcp-bash told them.
 */
public final class ToolReader {
  private static final String NAME = "name";
  private static final String DESCRIPTION = "description";
  private static final String INPUT_SCHEMA = "inputSchema";
  private static final String OUTPUT_SCHEMA = "outputSchema";
  private static final String ANNOTATIONS = "annotations";
  private static final String ICONS = "icons";
  private static final String META = "_meta";

  private final Layout layout;
  private final NamedItems<UiResource> interfaces;
  private final Consumer<String> problems;

  /**
   * Prepare for reading.
   *
   * @param interfaces that are served
   */
  public ToolReader(Layout layout, NamedItems<UiResource> interfaces, Consumer<String> problems) {
    this.layout = layout;
    this.interfaces = interfaces;
    this.problems = problems;
  }

  /** The tool; empty when its name is not one, it cannot be run, or its limits cannot be kept. */
  Optional<Tool> read(ToolSource source) {
    String name = source.name();
    if (!ToolName.isValid(name)) {
      problems.accept(
          "%s: the tool \"%s\" is not published: a name is 1 to %d letters, digits, dots, hyphens and underscores. Rename it."
              .formatted(source.where(), EscapedBytes.of(name), ToolName.MAX_LENGTH));
      return Optional.empty();
    }
    Optional<String> objection = ScriptCommand.objection(source.script());
    if (objection.isPresent()) {
      problems.accept(
          "%s Until then the tool \"%s\" is not published.".formatted(objection.get(), name));
      return Optional.empty();
    }
    try {
      ScriptLimits limits = ScriptLimitsReader.read(source.metadata(), source.path());
      return Optional.of(read(source, name, limits));
    } catch (EntryException e) {
      problems.accept(
          "%s: the tool \"%s\" is not published: %s. %s."
              .formatted(source.where(), EscapedBytes.of(name), e.getMessage(), e.nextStep()));
      return Optional.empty();
    }
  }

  private Tool read(ToolSource source, String name, ScriptLimits limits) {
    ObjectNode metadata = source.metadata();
    Consumer<String> said = problem -> problems.accept(source.where() + ": " + problem);
    ToolTimeout timeout = ToolTimeout.read(metadata, said);
    Optional<String> title = Members.string(metadata, "title", said);
    String description = Members.string(metadata, DESCRIPTION, said).orElse("");
    ObjectNode inputSchema = InputSchema.of(metadata, said);
    ObjectNode seen = Json.object();
    ObjectNode told = Json.object();
    seen.put(NAME, name);
    told.put(NAME, name);
    title.filter(text -> !text.isBlank()).ifPresent(text -> seen.put("title", text));
    seen.put(DESCRIPTION, description);
    told.put(DESCRIPTION, description);
    told.put("path", source.path());
    seen.set(INPUT_SCHEMA, inputSchema);
    told.set(INPUT_SCHEMA, inputSchema);
    tellTimeout(told, timeout, metadata);
    Members.object(metadata, OUTPUT_SCHEMA, said).ifPresent(put(OUTPUT_SCHEMA, seen, told));
    Members.object(metadata, ANNOTATIONS, said).ifPresent(put(ANNOTATIONS, seen, told));
    Optional<ArrayNode> icons =
        new IconReader(source.folder(), said, List.of(layout.tools(), layout.root()))
            .read(metadata);
    icons.ifPresent(put(ICONS, told, seen));
    meta(source, said).ifPresent(put(META, seen, told));
    if (!limits.isNone()) {
      told.set(ScriptLimitsReader.KEY, limits.json());
    }
    return new Tool(name, seen, source.where(), source.script(), timeout, limits, told);
  }

  private static Consumer<JsonNode> put(String key, ObjectNode one, ObjectNode other) {
    return value -> {
      one.set(key, value);
      other.set(key, value);
    };
  }

  private static void tellTimeout(ObjectNode told, ToolTimeout timeout, ObjectNode metadata) {
    told.set("timeoutSecs", null);
    timeout.timeout().ifPresent(value -> told.put("timeoutSecs", value.toSeconds()));
    timeout.hint().ifPresent(hint -> told.put("timeoutHint", hint));
    Members.value(metadata, "progressExtendsTimeout")
        .filter(JsonNode::isBoolean)
        .ifPresent(value -> told.set("progressExtendsTimeout", value));
    timeout.max().ifPresent(value -> told.put("maxTimeoutSecs", value.toSeconds()));
  }

  /** The member {@code _meta}, which names the interface that lies beside the script. */
  private Optional<ObjectNode> meta(ToolSource source, Consumer<String> said) {
    Optional<ObjectNode> written = Members.object(source.metadata(), META, said);
    Optional<UiResource> served = source.hasInterface() ? beside(source) : Optional.empty();
    if (served.isEmpty()) {
      return written;
    }
    ObjectNode meta = Json.object();
    written.ifPresent(from -> from.properties().forEach(m -> meta.set(m.getKey(), m.getValue())));
    ObjectNode ui = Json.object();
    meta.path("ui").properties().forEach(m -> ui.set(m.getKey(), m.getValue()));
    if (!ui.path("resourceUri").isString()) {
      ui.put("resourceUri", served.get().uri());
    }
    if (!ui.path("visibility").isArray()) {
      ui.set("visibility", Json.array().add("model").add("app"));
    }
    meta.set("ui", ui);
    return Optional.of(meta);
  }

  /** The interface itself: one without a page, or whose name another one has, is not served. */
  private Optional<UiResource> beside(ToolSource source) {
    String name = FoundFile.fileName(FoundFile.folder(source.path()));
    return interfaces
        .find(name)
        .filter(ui -> ui.html().startsWith(source.folder().resolve(UiDiscovery.UI)));
  }
}
