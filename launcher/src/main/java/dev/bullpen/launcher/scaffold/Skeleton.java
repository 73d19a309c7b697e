package dev.bullpen.launcher.scaffold;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.CalledAs;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.WholeFile;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.metadata.ServerIdentity;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes files into a project from templates. Existing files are not changed, except {@code
 * register.json} and {@code .gitignore}, to which entries are added.
 *
 * @param templates the folder of templates
 * @param project the folder to write to
 */
record Skeleton(Path templates, Path project, Console console) {
  private static final String NAME = "[A-Za-z0-9_-]{1,64}";

  private static final String REGISTER = "server.d/register.json";

  /** The mode of a file that is no script: a server uses none that other users may write. */
  private static final String CLOSED = "rw-r--r--";

  /** Checks the name of a project, tool, prompt, resource, completion or page. */
  static String checked(String kind, String name) throws UsageException {
    if (!name.matches(NAME)) {
      throw new UsageException(
          "the %s's name is \"%s\", but must be 1 to 64 letters, digits, - and _. For example my-%s."
              .formatted(kind, name, kind));
    }
    return name;
  }

  void project(String name) throws IOException {
    Map<String, String> values = values(name);
    ignore(); // first, because it may fail for what is in the file
    write("project/server.meta.json", "server.d/server.meta.json", values, false);
    write("project/README.md", "README.md", values, false);
  }

  /** Adds to {@code .gitignore} the lines that it lacks. */
  private void ignore() throws IOException {
    if (!has(".gitignore")) {
      write("project/gitignore", ".gitignore", Map.of(), false);
      return;
    }
    Path file = project.resolve(".gitignore");
    String before = text(file);
    List<String> there = before.lines().map(String::strip).toList();
    List<String> lacking =
        Files.readAllLines(templates.resolve("project/gitignore")).stream()
            .filter(line -> !there.contains(line))
            .toList();
    if (!lacking.isEmpty()) {
      String end = before.isEmpty() || before.endsWith("\n") ? "" : "\n";
      new WholeFile(file).write(before + end + String.join("\n", lacking) + "\n", CLOSED);
      console.say("Added to .gitignore: " + String.join(", ", lacking));
    }
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new IOException("%s is %s. Correct it first.".formatted(file, Cause.of(e)), e);
    }
  }

  void tool(String name, Language language) throws IOException {
    Map<String, String> values = values(name);
    values.put("script", language.file);
    String folder = "tools/" + name + "/";
    write("tool/tool.meta.json", folder + "tool.meta.json", values, false);
    write("tool/" + language.template, folder + language.file, values, language.isScript());
    write("tool/README.md", folder + "README.md", values, false);
    write("tool/smoke.sh", folder + "smoke.sh", values, true);
  }

  void prompt(String name) throws IOException {
    Map<String, String> values = values(name);
    String folder = "prompts/" + name + "/";
    write("prompt/prompt.txt", folder + name + ".txt", values, false);
    write("prompt/prompt.meta.json", folder + name + ".meta.json", values, false);
    write("prompt/README.md", folder + "README.md", values, false);
  }

  void resource(String name) throws IOException {
    Map<String, String> values = values(name);
    String folder = "resources/" + name + "/";
    write("resource/resource.txt", folder + name + ".txt", values, false);
    write("resource/resource.meta.json", folder + name + ".meta.json", values, false);
    write("resource/README.md", folder + "README.md", values, false);
  }

  void completion(String name) throws IOException {
    ObjectNode register = register();
    Map<String, String> values = values(name);
    String folder = "completions/" + name + "/";
    write("completion/completion.sh", folder + "completion.sh", values, true);
    write("completion/README.md", folder + "README.md", values, false);
    addCompletion(register, name, folder + "completion.sh");
  }

  /**
   * Writes a page.
   *
   * @param folder such as {@code ui/NAME}
   */
  void ui(String name, String folder) throws IOException {
    Map<String, String> values = values(name);
    write("ui/index.html", folder + "/index.html", values, false);
    write("ui/ui.meta.json", folder + "/ui.meta.json", values, false);
    write("ui/README.md", folder + "/README.md", values, false);
  }

  void test() throws IOException {
    write("test/run.sh", "test/run.sh", values("test"), true);
    write("test/README.md", "test/README.md", values("test"), false);
  }

  boolean has(String path) {
    return Files.exists(project.resolve(path), LinkOption.NOFOLLOW_LINKS);
  }

  private static Map<String, String> values(String name) {
    return new HashMap<>(
        Map.of(
            "name",
            name,
            "title",
            ServerIdentity.titleCased(name),
            "command",
            CalledAs.current().word()));
  }

  private void write(String template, String path, Map<String, String> values, boolean executable)
      throws IOException {
    if (has(path)) {
      console.say("Skipped existing " + path);
      return;
    }
    String text = Files.readString(templates.resolve(template));
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace("{{" + value.getKey() + "}}", value.getValue());
    }
    new WholeFile(project.resolve(path)).write(text, executable ? "rwxr-xr-x" : CLOSED);
    console.say("Created " + path);
  }

  /** The project's registration, to which an entry can be added. */
  private ObjectNode register() throws IOException {
    Path file = project.resolve(REGISTER);
    if (Files.notExists(file)) {
      return Json.object().put("version", 1);
    }
    try {
      if (Json.parse(Files.readAllBytes(file)) instanceof ObjectNode register) {
        return register;
      }
      throw new IOException("%s is no JSON object. Correct it first.".formatted(file));
    } catch (JsonException e) {
      throw new IOException("%s: %s. Correct it first.".formatted(file, e.getMessage()));
    }
  }

  private void addCompletion(ObjectNode register, String name, String path) throws IOException {
    ArrayNode completions =
        register.path("completions") instanceof ArrayNode others
            ? others
            : register.putArray("completions");
    for (JsonNode other : completions) {
      if (other.path("name").stringValue("").equals(name)) {
        console.say("Completion %s is in %s already".formatted(name, REGISTER));
        return;
      }
    }
    completions.addObject().put("name", name).put("path", path).put("timeoutSecs", 5);
    new WholeFile(project.resolve(REGISTER)).write(register.toPrettyString() + "\n", CLOSED);
    console.say("Registered it in " + REGISTER);
  }
}
