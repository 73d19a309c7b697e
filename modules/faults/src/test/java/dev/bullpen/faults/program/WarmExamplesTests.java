package dev.bullpen.faults.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.fixture.AgreeableClient;
import dev.bullpen.faults.fixture.Specimen;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.proc.ProcessTable;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The scripts of all examples answer the same, whether they are started or sourced by a shell. */
class WarmExamplesTests {
  private static final Path EXAMPLES = Path.of(System.getProperty("bullpen.examples", "examples"));
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** What a shell that is held ready runs. */
  private static final String HELD = "/proc/$PPID/fd/$n";

  @TempDir Path folder;

  @Test
  void they_answer_the_same_either_way() throws Exception {
    List<Path> started = examples(folder.resolve("started"));
    List<Path> warm = examples(folder.resolve("warm"));
    for (Path example : warm) {
      warm(example);
    }

    assertEquals(answers(started, false), answers(warm, true));
  }

  /** Copies of those with scripts that a shell may source. */
  private static List<Path> examples(Path to) throws IOException {
    try (Stream<Path> all = Files.list(EXAMPLES)) {
      List<Path> copies = new ArrayList<>();
      for (Path example : all.sorted().toList()) {
        String name = example.getFileName().toString();
        if (name.matches("tools-.*|completions")) {
          copies.add(to.resolve(name));
          copy(example, to.resolve(name));
        }
      }
      // It would speak for the tools of the others, too.
      Files.delete(to.resolve("tools-policy/server.d/policy.sh"));
      return copies;
    }
  }

  /** What is answered to everything that can be asked, each twice. */
  private static List<String> answers(List<Path> examples, boolean warm) throws Exception {
    JsonNode register =
        Json.parse(Files.readAllBytes(examples.get(0).resolve("server.d/register.json")));
    AtomicReference<Path> root = new AtomicReference<>();
    List<String> answers = new ArrayList<>();
    try (Rig rig =
        Rig.start(
                Revision.V2025_11_25,
                AgreeableClient.CAPABILITIES,
                project -> {
                  examples.forEach(project::copy);
                  root.set(project.root());
                },
                launcher -> launcher.workers(3, 3))
            .settled()) {
      AgreeableClient client = new AgreeableClient(rig.client(), root.get());
      for (Map.Entry<String, Supplier<Answer>> one : everything(rig, client, register).entrySet()) {
        answers.add(told(one.getValue().get(), root.get()));
        boolean isHeld = warm && !one.getKey().endsWith(".py");
        assertTrue(
            !isHeld || Poll.until(Deadline.in(PATIENCE), () -> holdsShell(rig, one.getKey())),
            one::getKey);
        assertEquals(isHeld, holdsShell(rig, one.getKey()));
        answers.add(told(one.getValue().get(), root.get()));
      }
      rig.assertCalm();
    }
    return answers;
  }

  /** All that a script answers, by the script. */
  private static Map<String, Supplier<Answer>> everything(
      Rig rig, AgreeableClient client, JsonNode register) {
    Map<String, Supplier<Answer>> asked = new LinkedHashMap<>();
    for (JsonNode tool : list(rig, "tools")) {
      String name = tool.get("name").stringValue();
      ObjectNode params = Json.object().put("name", name);
      params.set("arguments", Specimen.object(tool.get("inputSchema")));
      asked.put("tools/" + name + "/tool.sh", () -> client.call(params));
    }
    for (JsonNode prompt : list(rig, "prompts")) {
      String name = prompt.get("name").stringValue();
      String argument = prompt.path("arguments").path(0).path("name").asString("");
      script(register, name)
          .ifPresent(script -> asked.put(script, () -> rig.client().complete(name, argument, "")));
    }
    return asked;
  }

  private static JsonNode list(Rig rig, String kind) {
    return rig.client().call(kind + "/list", Messages.json("{}")).result().path(kind);
  }

  /** What completes a prompt, if that is registered. */
  private static Optional<String> script(JsonNode register, String prompt) {
    for (JsonNode completion : register.get("completions")) {
      if (completion.get("name").stringValue().equals(prompt)) {
        return Optional.of(completion.get("path").stringValue());
      }
    }
    return Optional.empty();
  }

  /** Without what each rig has of its own. */
  private static String told(Answer answer, Path root) {
    ObjectNode message = (ObjectNode) answer.message().deepCopy();
    message.remove("id");
    return Json.text(message).replace(root.toString(), "ROOT");
  }

  /** Whether one waits for the next job of a script. */
  private static boolean holdsShell(Rig rig, String script) {
    return ProcessTable.now().below(rig.process().pid()).stream()
        .map(Proc::commandLine)
        .anyMatch(command -> command.contains(HELD) && command.endsWith("/" + script));
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Files.copy(
            path, to.resolve(from.relativize(path).toString()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  /** Let all its scripts be sourced. */
  private static void warm(Path project) throws IOException, JsonException {
    try (Stream<Path> all = Files.walk(project)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        if (path.startsWith(project.resolve("tools")) && path.toString().endsWith(".meta.json")) {
          ObjectNode metadata = (ObjectNode) Json.parse(Files.readAllBytes(path));
          Files.write(path, Json.bytes(metadata.put("warm", true)));
        } else if (path.endsWith("register.json")) {
          ObjectNode register = (ObjectNode) Json.parse(Files.readAllBytes(path));
          register
              .path("completions")
              .forEach(completion -> ((ObjectNode) completion).put("warm", true));
          Files.write(path, Json.bytes(register));
        }
      }
    }
  }
}
