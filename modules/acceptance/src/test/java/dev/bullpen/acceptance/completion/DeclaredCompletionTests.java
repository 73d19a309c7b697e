package dev.bullpen.acceptance.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Examples;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** Suggestions that are declared: every kind of the example, and what files may do meanwhile. */
class DeclaredCompletionTests {
  private static final Duration TOLD = McpClient.PATIENCE;

  private static final String EXAMPLE = "completions-declared";

  private static ObjectNode prompt(String name, String argument, String value) {
    return Messages.completePrompt(name, argument, value);
  }

  private static ObjectNode with(ObjectNode completion, String context) {
    return Examples.knowing(completion, Messages.json(context));
  }

  private static Answer ask(Rig rig, ObjectNode params) {
    return rig.client().call("completion/complete", params);
  }

  private static void assertOffered(Rig rig, ObjectNode params, String... values) {
    Answer answer = ask(rig, params);
    assertFalse(answer.failed(), answer.message().toString());
    assertEquals(List.of(values), answer.values());
    assertEquals(values.length, answer.completion().path("total").asInt(-1));
    assertFalse(answer.completion().path("hasMore").asBoolean(false));
  }

  @ParameterizedTest
  @EnumSource(names = "V2026_07_28")
  void every_kind_of_the_example_suggests_what_it_shows(Revision revision) {
    try (Rig rig = Examples.startUnasked(revision, EXAMPLE).settled()) {
      assertOffered(rig, prompt("deploy", "environment", "S"), "staging");
      assertOffered(rig, prompt("deploy", "environment", "tag"));
      assertOffered(
          rig, prompt("deploy", "service", "pst"), "paymentStatus"); // p and St begin words
      assertOffered(rig, prompt("deploy", "service", "bw"), "billing-worker");
      assertOffered(rig, prompt("deploy", "service", "status"), "paymentStatus", "warehouseStatus");
      assertOffered(
          rig,
          with(prompt("deploy", "region", "west"), "{'environment':'production'}"),
          "eu-west-1",
          "us-west-2");
      assertOffered(
          rig, with(prompt("deploy", "region", ""), "{'environment':'development'}"), "ann", "bob");
      assertOffered(rig, with(prompt("deploy", "region", ""), "{'environment':'moon'}"));
      assertOffered(rig, prompt("deploy", "region", "eu"), "eu-central-1", "eu-west-1");
      assertOffered(rig, prompt("resize", "size", "l"), "large");
      assertOffered(rig, prompt("translate", "language", "turk"), "Türkçe");
      assertOffered(rig, prompt("translate", "tone", "f"), "friendly", "formal", "brief");
      assertOffered(rig, prompt("translate", "register", "a"), "familiar");
      assertOffered(
          rig,
          Messages.completeResource("pages://handbook/{+page}", "page", "oh"),
          "office/openingHours.md",
          "people/holidays.md");
      assertOffered(rig, prompt("play", "song", "hj"), "Hey Jude");
      assertOffered(rig, prompt("play", "song", "come"), "Come Together", "Here Comes the Sun");
      Answer read =
          rig.client()
              .call(
                  "resources/read",
                  Messages.json("{'uri':'pages://handbook/office/openingHours.md'}"));
      assertTrue(read.message().toString().contains("# Opening hours"), read.message().toString());
      String said = rig.process().stderr().text();
      assertFalse(said.contains("ignored"), "an example is no bad one: " + said);
      rig.assertCalm();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void a_file_is_read_anew_when_it_has_changed(Revision revision) throws IOException {
    Rig rig = RIGS.of(revision);
    assertOffered(rig, prompt("lines", "query", ""), "one", "two");
    Path file = rig.project().resolve("data/lines.txt");
    Files.writeString(file, "six\ntwo\n");
    assertOffered(rig, prompt("lines", "query", ""), "six", "two");
    Files.delete(file);
    assertRefusedWithoutPath(rig, prompt("lines", "query", ""));
    Files.createSymbolicLink(file, Path.of("/etc/passwd"));
    assertRefusedWithoutPath(rig, prompt("lines", "query", ""));
    assertTrue(
        Poll.until(Deadline.in(TOLD), () -> !rig.process().stderr().text().isBlank()),
        "the operator is not told why");
    Files.delete(file);
    Files.writeString(file, "three\n");
    assertOffered(rig, prompt("lines", "query", ""), "three");
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void names_never_lead_out_and_hidden_ones_are_not_told(Revision revision) {
    Rig rig = RIGS.of(revision);
    assertOffered(rig, prompt("names", "query", ""), "a/b.txt", "c.txt");
    for (String typed : new String[] {"../", "/etc/", ".", "a/../", "link", "secret"}) {
      Answer answer = ask(rig, prompt("names", "query", typed));
      for (String value : answer.values()) {
        assertTrue(List.of("a/b.txt", "c.txt").contains(value), typed + ": " + value);
      }
    }
  }

  private static void assertRefusedWithoutPath(Rig rig, ObjectNode params) {
    Answer answer = ask(rig, params);
    assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
    assertFalse(answer.message().toString().contains(rig.project().toString()));
    assertFalse(answer.message().toString().contains("passwd"));
  }

  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(DeclaredCompletionTests::declared, launcher -> launcher.workers(1, 1));

  private static void declared(ProjectFixture project) {
    project
        .prompt("lines", "query")
        .prompt("names", "query")
        .file("data/lines.txt", "one\ntwo\n")
        .file("tree/a/b.txt", "")
        .file("tree/c.txt", "")
        .file("tree/.hidden", "")
        .file("tree/.git/config", "")
        .file("secret.txt", "")
        .entry("completions", entry("lines", "'file':'data/lines.txt'"))
        .entry("completions", entry("names", "'paths':{'base':'tree'},'match':'fuzzy'"));
    try {
      Files.createSymbolicLink(project.root().resolve("tree/link.txt"), Path.of("../secret.txt"));
      Files.createSymbolicLink(project.root().resolve("tree/etc"), Path.of("/etc"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static ObjectNode entry(String name, String members) {
    return Json.object()
        .put("name", name)
        .put("argument", "query")
        .setAll(Messages.json("{" + members + "}"));
  }
}
