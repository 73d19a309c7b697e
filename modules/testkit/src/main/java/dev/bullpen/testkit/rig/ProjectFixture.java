package dev.bullpen.testkit.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Messages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A project folder made of scripts given as text. */
public final class ProjectFixture {
  /** In the interactive lane, and longer than any test waits. */
  public static final int SHORT_SECONDS = 10;

  /** In the long lane. */
  public static final int LONG_SECONDS = 300;

  private final Path root;
  private final ObjectNode register = Messages.json("{'version':1}");

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

  /** Everything of another project, with its permissions. */
  public ProjectFixture copy(Path project) {
    try (Stream<Path> paths = Files.walk(project)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        Path copy = root.resolve(project.relativize(path).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(
            path, copy, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(project + " cannot be copied", e);
    }
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
    file("server.d/register.json", Json.text(register) + "\n");
    return root;
  }

  private ArrayNode entries(String kind) {
    if (!register.has(kind)) {
      register.set(kind, Json.array());
    }
    return (ArrayNode) register.get(kind);
  }
}
