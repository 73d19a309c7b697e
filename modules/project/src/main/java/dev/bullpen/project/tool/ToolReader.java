package dev.bullpen.project.tool;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.Described;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.Member;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.metadata.WrittenDefinition;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationKind;
import dev.bullpen.project.script.OwnVariables;
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
 * Makes tools from the project's descriptions: once for clients, with the members that MCP defines,
 * and once for scripts, with the members that mcp-bash passes to them.
 */
public record ToolReader(Layout layout, NamedItems<UiResource> interfaces, Warnings warnings) {
  /** The members of a tool's metadata, and of its entry in a registration, that are read. */
  public static final List<String> KEYS =
      List.of(
          "name",
          "title",
          "description",
          "inputSchema",
          "arguments",
          "outputSchema",
          "annotations",
          "icons",
          "_meta",
          "timeoutSecs",
          "maxTimeoutSecs",
          "progressExtendsTimeout",
          "timeoutHint",
          "limits",
          "env",
          "path",
          "java");

  private static final String TYPE = "type";
  private static final String PROPERTIES = "properties";
  private static final String OBJECT = "object";
  private static final String META = "_meta";

  /**
   * The input for making a tool.
   *
   * @param script absolute path
   * @param from its path is relative to the tools folder if possible
   * @param hasInterface whether a folder {@code ui} beside the script contains a user interface
   */
  record Source(Path script, Described from, boolean hasInterface) {}

  /**
   * The registered tools, otherwise those of the tools folder. If two have the same name, the first
   * by entry or by path is kept. Registered paths are relative to the tools folder, as in mcp-bash,
   * or to the project.
   */
  public NamedItems<Tool> read(Registration registration, FolderListing files) {
    List<Source> sources =
        registration.tools().isPresent()
            ? registered(registration)
            : ToolDiscovery.read(files, warnings);
    return NamedItems.firstOf(
        "tool",
        Tool::name,
        tool -> tool.script().toString(),
        sources.stream().flatMap(source -> read(source).stream()).toList(),
        warnings);
  }

  /** An entry without a script is left out with a warning. */
  private List<Source> registered(Registration registration) {
    EntryPath paths = new EntryPath(layout.tools(), layout.root());
    List<Source> sources = new ArrayList<>();
    for (Described entry : registration.described(RegistrationKind.TOOLS, paths, false)) {
      String path = entry.path();
      Optional<Path> script = file(layout.tools(), path).or(() -> file(layout.root(), path));
      String objection;
      if (path.isEmpty()) {
        objection = "it lacks its path. Add it.";
      } else if (script.isEmpty()) {
        objection =
            "there is no file \"%s\". Create it or correct \"path\", which is relative to the tools folder or the project."
                .formatted(EscapedBytes.of(path));
      } else if (!layout.tools().contains(script.get()) && !layout.root().contains(script.get())) {
        objection =
            "\"%s\" is outside the project. Move the script into it."
                .formatted(EscapedBytes.of(path));
      } else {
        sources.add(new Source(script.get(), entry, false));
        continue;
      }
      warnings.add("%s is ignored: %s".formatted(entry.where(), objection));
    }
    return sources;
  }

  private static Optional<Path> file(Folder folder, String path) {
    return folder.resolve(path).filter(Files::isRegularFile);
  }

  /**
   * The tool; empty, with a warning, if its name is not valid, it cannot be run, or its limits
   * cannot be enforced.
   */
  private Optional<Tool> read(Source source) {
    Described from = source.from();
    String name =
        from.text("name").orElseGet(() -> FoundFile.stem(FoundFile.fileName(from.path())));
    if (!isName(name)) {
      warnings.add(
          "%s: the tool \"%s\" is not published: a name is 1 to %d letters, digits, dots, hyphens and underscores. Rename it."
              .formatted(from.where(), EscapedBytes.of(name), Tool.MAX_NAME_LENGTH));
      return Optional.empty();
    }
    Optional<String> objection = ScriptCommand.objection(source.script());
    if (objection.isPresent()) {
      warnings.add(
          "%s Until then the tool \"%s\" is not published.".formatted(objection.get(), name));
      return Optional.empty();
    }
    try {
      ScriptLimits limits = ScriptLimits.read(from.metadata(), from.path());
      OwnVariables environment = OwnVariables.read(from.metadata());
      return Optional.of(read(source, name, limits, environment));
    } catch (EntryException e) {
      from.unpublished("tool", name, e, warnings);
      return Optional.empty();
    }
  }

  /** MCP, tools, "Tool Names", but shorter than MCP allows. */
  static boolean isName(String name) {
    return name.length() <= Tool.MAX_NAME_LENGTH && name.matches("[A-Za-z0-9_.-]+");
  }

  private Tool read(Source source, String name, ScriptLimits limits, OwnVariables environment) {
    ObjectNode metadata = source.from().metadata();
    Warnings said = warnings.about(source.from().where());
    Members members = new Members(metadata, said);
    ToolTimeout timeout = ToolTimeout.read(members);
    ObjectNode forClients =
        new WrittenDefinition(metadata, said)
            .with("name", name)
            .text("title")
            .textOrEmpty("description")
            .with("inputSchema", Optional.of(inputSchema(metadata, said)))
            .object("outputSchema")
            .toolAnnotations()
            .icons(source.from().base(), List.of(layout.tools(), layout.root()))
            .with(META, meta(source, members))
            .built();
    ObjectNode forScripts = Json.object();
    copy(forClients, forScripts, "name", "description");
    forScripts.put("path", source.from().path());
    copy(forClients, forScripts, "inputSchema");
    show(timeout, metadata, forScripts);
    copy(forClients, forScripts, "outputSchema", "annotations", "icons", META);
    if (!limits.isNone()) {
      forScripts.set(ScriptLimits.KEY, limits.json());
    }
    environment.show(forScripts);
    return new Tool(
        name,
        forClients,
        source.from().where(),
        source.script(),
        timeout,
        limits,
        environment,
        forScripts,
        Json.text(forScripts));
  }

  private static void copy(ObjectNode from, ObjectNode to, String... keys) {
    for (String key : keys) {
      Members.value(from, key).ifPresent(value -> to.set(key, value));
    }
  }

  private static void show(ToolTimeout timeout, ObjectNode metadata, ObjectNode forScripts) {
    forScripts.set("timeoutSecs", null);
    timeout.timeout().ifPresent(value -> forScripts.put("timeoutSecs", value.toSeconds()));
    timeout.hint().ifPresent(hint -> forScripts.put("timeoutHint", hint));
    Members.value(metadata, ToolTimeout.PROGRESS_EXTENDS)
        .filter(JsonNode::isBoolean)
        .ifPresent(value -> forScripts.set(ToolTimeout.PROGRESS_EXTENDS, value));
    timeout.max().ifPresent(value -> forScripts.put("maxTimeoutSecs", value.toSeconds()));
  }

  static boolean saysInput(ObjectNode metadata) {
    return writtenSchema(metadata).isPresent();
  }

  private static Optional<JsonNode> writtenSchema(ObjectNode metadata) {
    return Members.value(metadata, "inputSchema").or(() -> Members.value(metadata, "arguments"));
  }

  /**
   * A tool's input: {@code inputSchema}, or {@code arguments} as in older metadata. Every revision
   * of MCP requires an object whose {@code type} is {@code object}, so that is added if missing.
   * Everything else stays as written.
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
    if (!OBJECT.equals(schema.path(TYPE).stringValue(""))) {
      if (schema.has(TYPE)) {
        said.add(
            "its inputSchema has \"type\": %s, but is used with type \"object\", because arguments always are an object. Write that there."
                .formatted(EscapedBytes.of(Json.text(schema.get(TYPE)))));
      }
      schema.put(TYPE, OBJECT);
    }
    if (!schema.path(PROPERTIES).isObject()) {
      if (schema.has(PROPERTIES)) {
        said.add("\"properties\" of its inputSchema is ignored: it is not an object. Make it one.");
      }
      schema.set(PROPERTIES, Json.object());
    }
    return schema;
  }

  /**
   * The member {@code _meta}, which names the user interface beside the script. An interface
   * without a page, or with the name of another one, is not served.
   */
  private Optional<ObjectNode> meta(Source source, Members members) {
    Optional<ObjectNode> written = members.get(Member.object(META));
    String name = FoundFile.fileName(FoundFile.folder(source.from().path()));
    Path beside = source.from().base().resolve(UiReader.UI);
    Optional<UiResource> served = interfaces.find(name).filter(ui -> ui.html().startsWith(beside));
    if (!source.hasInterface() || served.isEmpty()) {
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
}
