package dev.bullpen.project.tool;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.Definition;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationKind;
import dev.bullpen.project.script.ScriptCommand;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.tool.Tool.ToolTimeout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes tools from what the project says about them: once for clients, who see what MCP defines,
 * and once for scripts, who see what mcp-bash told them.
 */
public record ToolReader(Layout layout, NamedItems<UiResource> interfaces, Warnings problems) {
  private static final String TYPE = "type";
  private static final String PROPERTIES = "properties";
  private static final String OBJECT = "object";

  /**
   * What a tool is made from.
   *
   * @param path of the script as the project names it, relative to the tools folder where it can be
   * @param script the same, absolute
   * @param metadata as written by the project, an empty object when there is none
   * @param folder what paths in the metadata are relative to
   * @param where the metadata is, for messages; the script itself when there is none
   * @param hasInterface whether a folder {@code ui} beside the script holds an interface
   */
  record Source(
      String path,
      Path script,
      ObjectNode metadata,
      Path folder,
      String where,
      boolean hasInterface) {}

  /**
   * The tools that a registration names, else those of the tools folder: of two that share a name,
   * the first by entry or by path. Registered paths are relative to the tools folder, as mcp-bash
   * has it, or to the project.
   */
  public NamedItems<Tool> read(Registration registration, FolderListing files) {
    List<Source> sources =
        registration.tools().isPresent()
            ? registered(registration, registration.tools().get())
            : ToolDiscovery.read(files, problems);
    return NamedItems.firstOf(
        "tool",
        Tool::name,
        tool -> tool.script().toString(),
        sources.stream().flatMap(source -> read(source).stream()).toList(),
        problems);
  }

  private List<Source> registered(Registration registration, List<ObjectNode> entries) {
    EntryPath paths = new EntryPath(layout.tools(), layout.root());
    List<Source> sources = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      String where = registration.where(layout.root(), RegistrationKind.TOOLS, i);
      source(paths.javaAsPath(entries.get(i), false), where).ifPresent(sources::add);
    }
    return sources;
  }

  /** An entry that names no script is said and left out. */
  private Optional<Source> source(ObjectNode entry, String where) {
    Optional<String> path = Members.text(entry, "path");
    if (path.isEmpty() || Members.text(entry, "name").isEmpty()) {
      problems.add(where + " is ignored: it lacks its name or its path. Add both.");
      return Optional.empty();
    }
    Optional<Path> script =
        file(layout.tools(), path.get()).or(() -> file(layout.root(), path.get()));
    if (script.isEmpty()) {
      problems.add(
          "%s is ignored: there is no file \"%s\". Create it or correct \"path\", which is relative to the tools folder or the project."
              .formatted(where, EscapedBytes.of(path.get())));
    } else if (!layout.tools().contains(script.get()) && !layout.root().contains(script.get())) {
      problems.add(
          "%s is ignored: \"%s\" is outside the project. Move the script into it."
              .formatted(where, EscapedBytes.of(path.get())));
      return Optional.empty();
    }
    return script.map(
        file -> new Source(path.get(), file, entry, layout.root().path(), where, false));
  }

  private static Optional<Path> file(Folder folder, String path) {
    return folder.resolve(path).filter(Files::isRegularFile);
  }

  /** The tool; empty when its name is not one, it cannot be run, or its limits cannot be kept. */
  private Optional<Tool> read(Source source) {
    String name =
        Members.text(source.metadata(), "name")
            .orElseGet(() -> FoundFile.stem(FoundFile.fileName(source.path())));
    if (!isName(name)) {
      problems.add(
          "%s: the tool \"%s\" is not published: a name is 1 to %d letters, digits, dots, hyphens and underscores. Rename it."
              .formatted(source.where(), EscapedBytes.of(name), Tool.MAX_NAME_LENGTH));
      return Optional.empty();
    }
    Optional<String> objection = ScriptCommand.objection(source.script());
    if (objection.isPresent()) {
      problems.add(
          "%s Until then the tool \"%s\" is not published.".formatted(objection.get(), name));
      return Optional.empty();
    }
    try {
      ScriptLimits limits = ScriptLimits.read(source.metadata(), source.path());
      return Optional.of(read(source, name, limits));
    } catch (EntryException e) {
      problems.add(
          "%s: the tool \"%s\" is not published: %s"
              .formatted(source.where(), EscapedBytes.of(name), e.sentences()));
      return Optional.empty();
    }
  }

  /** MCP, tools, "Tool Names", and shorter than it allows. */
  static boolean isName(String name) {
    return name.length() <= Tool.MAX_NAME_LENGTH && name.matches("[A-Za-z0-9_.-]+");
  }

  private Tool read(Source source, String name, ScriptLimits limits) {
    ObjectNode metadata = source.metadata();
    Warnings said = problem -> problems.add(source.where() + ": " + problem);
    Members members = new Members(metadata, said);
    ToolTimeout timeout = ToolTimeout.read(members);
    ObjectNode seen =
        new Definition(metadata, said)
            .with("name", name)
            .text("title")
            .requiredText("description")
            .with("inputSchema", Optional.of(inputSchema(metadata, said)))
            .object("outputSchema")
            .object("annotations")
            .icons(source.folder(), List.of(layout.tools(), layout.root()))
            .with("_meta", meta(source, members))
            .built();
    ObjectNode told = Json.object();
    copy(seen, told, "name", "description");
    told.put("path", source.path());
    copy(seen, told, "inputSchema");
    tellTimeout(told, timeout, metadata);
    copy(seen, told, "outputSchema", "annotations", "icons", "_meta");
    if (!limits.isNone()) {
      told.set(ScriptLimits.KEY, limits.json());
    }
    return new Tool(
        name, seen, source.where(), source.script(), timeout, limits, told, Json.text(told));
  }

  private static void copy(ObjectNode from, ObjectNode to, String... keys) {
    for (String key : keys) {
      Members.value(from, key).ifPresent(value -> to.set(key, value));
    }
  }

  private static void tellTimeout(ObjectNode told, ToolTimeout timeout, ObjectNode metadata) {
    told.set("timeoutSecs", null);
    timeout.timeout().ifPresent(value -> told.put("timeoutSecs", value.toSeconds()));
    timeout.hint().ifPresent(hint -> told.put("timeoutHint", hint));
    Members.value(metadata, ToolTimeout.PROGRESS_EXTENDS)
        .filter(JsonNode::isBoolean)
        .ifPresent(value -> told.set(ToolTimeout.PROGRESS_EXTENDS, value));
    timeout.max().ifPresent(value -> told.put("maxTimeoutSecs", value.toSeconds()));
  }

  /** Whether metadata says what the tool takes. */
  static boolean saysInput(ObjectNode metadata) {
    return writtenSchema(metadata).isPresent();
  }

  private static Optional<JsonNode> writtenSchema(ObjectNode metadata) {
    return Members.value(metadata, "inputSchema").or(() -> Members.value(metadata, "arguments"));
  }

  /**
   * What a tool takes: {@code inputSchema}, or {@code arguments} as older metadata has it. Every
   * revision of MCP wants an object whose {@code type} is {@code object}, so that much is made good
   * where it is missing; all else stays as it was written.
   */
  private static ObjectNode inputSchema(ObjectNode metadata, Warnings said) {
    ObjectNode schema = Json.object();
    Optional<JsonNode> written = writtenSchema(metadata);
    if (written.orElse(schema) instanceof ObjectNode from) {
      schema.setAll(from);
    } else {
      said.add(
          "its inputSchema is ignored: it is not an object. Begin with {\"type\": \"object\"}.");
    }
    boolean isOfObject = OBJECT.equals(schema.path(TYPE).stringValue(""));
    if (schema.has(TYPE) && !isOfObject) {
      said.add(
          "its inputSchema says \"type\": %s, and is taken as of type \"object\", which arguments always are. Write that there."
              .formatted(EscapedBytes.of(Json.text(schema.get(TYPE)))));
    }
    if (schema.has(PROPERTIES) && !schema.get(PROPERTIES).isObject()) {
      said.add("\"properties\" of its inputSchema is ignored: it is not an object. Make it one.");
    }
    if (!isOfObject) {
      schema.put(TYPE, OBJECT);
    }
    if (!schema.path(PROPERTIES).isObject()) {
      schema.set(PROPERTIES, Json.object());
    }
    return schema;
  }

  /** The member {@code _meta}, which names the interface that lies beside the script. */
  private Optional<ObjectNode> meta(Source source, Members members) {
    Optional<ObjectNode> written = members.object("_meta");
    Optional<UiResource> served = source.hasInterface() ? beside(source) : Optional.empty();
    if (served.isEmpty()) {
      return written;
    }
    ObjectNode meta = written.map(ObjectNode::deepCopy).orElseGet(Json::object);
    ObjectNode ui = meta.get("ui") instanceof ObjectNode own ? own : meta.putObject("ui");
    if (!ui.path("resourceUri").isString()) {
      ui.put("resourceUri", served.get().uri());
    }
    if (!ui.path("visibility").isArray()) {
      ui.set("visibility", Json.array().add("model").add("app"));
    }
    return Optional.of(meta);
  }

  /** The interface itself: one without a page, or whose name another one has, is not served. */
  private Optional<UiResource> beside(Source source) {
    String name = FoundFile.fileName(FoundFile.folder(source.path()));
    return interfaces
        .find(name)
        .filter(ui -> ui.html().startsWith(source.folder().resolve(UiReader.UI)));
  }
}
