package dev.bullpen.testkit.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.testkit.client.Messages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A project folder made of scripts given as text. */
public final class ProjectFixture {
  /** In the interactive lane, and longer than any test waits. */
  public static final int SHORT_SECONDS = 10;

  /** In the long lane. */
  public static final int LONG_SECONDS = 300;

  private static final String REGISTRATION = "server.d/register.json";

  private final Path root;
  private final ObjectNode register = Messages.json("{'version':1}");
  // What prompt() has made, by name: a registration that names prompts must name these as well.
  private final Map<String, ObjectNode> prompts = new TreeMap<>();
  private boolean registered = true;

  private ProjectFixture(Path root) {
    this.root = root;
  }

  /** An empty project in an existing folder. */
  public static ProjectFixture in(Path root) {
    ProjectFixture project = new ProjectFixture(root);
    return project.file(
        "server.d/server.meta.json", "{\"name\":\"fixture\",\"version\":\"1.0.0\"}\n");
  }

  /** Its folder. */
  public Path root() {
    return root;
  }

  /** A prompt with those arguments and nothing that completes them. */
  public ProjectFixture prompt(String name, String... arguments) {
    ObjectNode meta =
        Messages.json(
            "{'name':'%s','description':'A"
                + " prompt','path':'%s.txt','arguments':{'type':'object','properties':{}}}",
            name, name);
    ObjectNode properties = (ObjectNode) meta.get("arguments").get("properties");
    for (String argument : arguments) {
      properties.set(argument, Messages.json("{'type':'string','description':'An argument'}"));
    }
    prompts.put(name, meta);
    return file("prompts/" + name + ".txt", "Prompt.\n")
        .file("prompts/" + name + ".meta.json", Json.text(meta) + "\n");
  }

  /**
   * A prompt whose argument {@code query} is completed by a script within {@value #SHORT_SECONDS}
   * s.
   */
  public ProjectFixture provider(String name, String script) {
    return provider(name, SHORT_SECONDS, script);
  }

  /** A prompt whose argument {@code query} is completed by a script with a time limit. */
  public ProjectFixture provider(String name, int timeoutSeconds, String script) {
    return prompt(name, "query").completion(name, timeoutSeconds, script);
  }

  /** A registered completion script for the prompt, resource or template of that name. */
  public ProjectFixture completion(String name, int timeoutSeconds, String script) {
    String path = "completions/" + name.replaceAll("[^A-Za-z0-9_.-]", "_") + ".sh";
    entries("completions")
        .add(Json.object().put("name", name).put("path", path).put("timeoutSecs", timeoutSeconds));
    return script(path, script);
  }

  /** A tool with a description and nothing else in its metadata. */
  public ProjectFixture tool(String name, String script) {
    return tool(name, "{}", script);
  }

  /** A tool with further members of its metadata, with ' for ". */
  public ProjectFixture tool(String name, String members, String script) {
    ObjectNode meta = Json.object().put("name", name).put("description", "A tool");
    meta.setAll((ObjectNode) Messages.value(members));
    return file("tools/" + name + "/tool.meta.json", Json.text(meta) + "\n")
        .script("tools/" + name + "/tool.sh", script);
  }

  /** An entry of {@code server.d/register.json} as it stands. */
  public ProjectFixture entry(String kind, ObjectNode entry) {
    entries(kind).add(entry);
    return this;
  }

  /**
   * Everything of another project, with its permissions; what it registers is registered here, and
   * if that are prompts, those of this project as well. Its completions have as much time as others
   * here: an author's is for a machine that has time.
   */
  public ProjectFixture copy(Path project) {
    try (Stream<Path> paths = Files.walk(project)) {
      Path theirs = project.resolve(REGISTRATION);
      if (Files.exists(theirs)) {
        adopt((ObjectNode) Json.parse(Files.readAllBytes(theirs)));
      }
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        Path copy = root.resolve(project.relativize(path).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(
            path, copy, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(project + " cannot be copied", e);
    } catch (JsonException e) {
      throw new IllegalArgumentException(project + " has a broken " + REGISTRATION, e);
    }
  }

  private void adopt(ObjectNode theirs) {
    theirs.remove("version");
    for (JsonNode completion : theirs.path("completions")) {
      if (completion.path("timeoutSecs").asInt(SHORT_SECONDS) < SHORT_SECONDS) {
        ((ObjectNode) completion).put("timeoutSecs", SHORT_SECONDS);
      }
    }
    theirs.properties().forEach(kind -> kind.getValue().forEach(entries(kind.getKey())::add));
    if (theirs.has("prompts")) {
      prompts.values().forEach(entries("prompts")::add);
    }
  }

  /**
   * Without {@code server.d/register.json}: the project's hook may decide, and completions lie
   * beside their prompts.
   */
  public ProjectFixture unregistered() {
    registered = false;
    return this;
  }

  /** An executable file. */
  public ProjectFixture script(String path, String text) {
    file(path, text.startsWith("#!") ? text : "#!/bin/sh\n" + text);
    try {
      Files.setPosixFilePermissions(
          root.resolve(path), PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be made executable", e);
    }
    return this;
  }

  /** A file of the project. */
  public ProjectFixture file(String path, String text) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text, UTF_8);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be written", e);
    }
  }

  /** Write the registration; the project is complete. */
  public Path write() {
    if (registered) {
      file(REGISTRATION, Json.text(register) + "\n");
    } else {
      register.path("completions").forEach(this::putBesidePrompt);
    }
    return root;
  }

  private void putBesidePrompt(JsonNode completion) {
    Path script = root.resolve(completion.get("path").stringValue());
    try {
      script(
          "prompts/" + completion.get("name").stringValue() + ".completion.sh",
          Files.readString(script, UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(script + " cannot be read", e);
    }
  }

  private ArrayNode entries(String kind) {
    if (!register.has(kind)) {
      register.set(kind, Json.array());
    }
    return (ArrayNode) register.get(kind);
  }
}
