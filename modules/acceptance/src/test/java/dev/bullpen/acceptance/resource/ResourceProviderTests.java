package dev.bullpen.acceptance.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.ForEachRevision;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.ResourceScripts;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Resources that a script of the project provides: what it prints, how it ends, and its time. */
class ResourceProviderTests {
  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(
          ResourceProviderTests::project,
          launcher ->
              launcher
                  .workers(3, 3)
                  .with("--tool-grace", "0")
                  .environment("SECRET_OF_THE_OPERATOR", "s3cret")
                  .environment("MCP_REGISTRY_TOKEN", "t0ken")
                  .environment("MCP_RESOURCE_BASE", "yes"));

  private static final Duration SOON = McpClient.PATIENCE;

  /** The last part of the URI marks all its processes, and what they say at the gate. */
  private static final String READY =
      "token=${1##*/}\n"
          + "export token\n"
          + "ready() { echo \"$token $*\" >\"$MCP_TEST_GATE\"; }\n";

  private static final String SLEEP = "exec sleep " + Scripts.SLEEP_SECONDS + "\n";

  private static void project(ProjectFixture project) {
    ResourceScripts.add(project, "plain", "printf 'of %s\\n\\n' \"$1\"\n");
    ResourceScripts.add(project, "binary", "printf '\\000\\001\\377'\n");
    ResourceScripts.add(project, "silent", "exit 0\n");
    ResourceScripts.add(project, "exits", "echo 'secret in /etc/shadow' >&2\nexit \"${1##*/}\"\n");
    ResourceScripts.add(project, "killed", "kill -9 $$\n");
    ResourceScripts.add(project, "floods", "exec head -c 300000000 /dev/zero\n");
    ResourceScripts.add(project, "where", "pwd\n");
    ResourceScripts.add(project, "environment", "env | LC_ALL=C sort\n");
    ResourceScripts.add(project, "reads-input", "cat\nprintf 'the end'\n");
    reader(
        project,
        "prints",
        "for (int i = 0; i < 3; i++) System.out.println(\"password=hunter2\");"
            + "throw ResourceException.failed(\"the database is down\");");
    reader(
        project,
        "complains",
        "System.err.println(\"hunter2\"); throw ResourceException.invalid(\"no such member\");");
    reader(
        project,
        "logs",
        "java.util.logging.Logger.getLogger(\"lib\").info(\"hunter2\");"
            + "throw ResourceException.failed(\"the database is down\");");
    reader(
        project,
        "breaks",
        "System.out.println(\"hunter2\"); throw new IllegalStateException(\"no disk\");");
    ResourceScripts.add(project, "hold", READY + "ready $$\n" + SLEEP);
    ResourceScripts.add(
        project,
        "family",
        READY + "member() { ready; " + SLEEP.trim() + "; }\nmember & member & wait\n");
    ResourceScripts.add(
        project,
        "daemon",
        READY
            + "setsid sh -c '( sh -c '\\''echo \"$token daemon $$\" >\"$MCP_TEST_GATE\"; "
            + SLEEP.trim()
            + "'\\'' & ) ; exit 0' </dev/null >/dev/null 2>&1\n"
            + "ready script $$\n"
            + SLEEP);
  }

  private static void reader(ProjectFixture project, String name, String body) {
    project.file(
        "providers/" + name + ".java",
        """
        import dev.bullpen.api.*;

        class Reader implements ResourceReader {
          @Override
          public ResourceContents read(ResourceRequest request) throws Exception {
            %s
          }
        }
        """
            .formatted(body));
    ResourceScripts.template(project, name);
  }

  @ForEachRevision
  void what_it_prints_is_the_content_to_the_last_line_break(Revision revision) {
    Rig rig = RIGS.of(revision);
    JsonNode content = ResourceReadTests.only(read(rig, "plain://x"));
    assertEquals("of plain://x\n\n", content.get("text").stringValue());
    JsonNode binary = ResourceReadTests.only(read(rig, "binary://x"));
    assertEquals(
        Base64.getEncoder().encodeToString(new byte[] {0, 1, -1}),
        binary.path("blob").asString(""),
        binary.toString());
    assertEquals("", ResourceReadTests.only(read(rig, "silent://x")).path("text").asString("none"));
  }

  @ParameterizedTest
  @CsvSource({"2,-32603", "3,-32002", "4,-32602", "5,-32603", "6,-32603", "1,-32603", "127,-32603"})
  void its_exit_code_says_what_is_wrong(int exit, int code) {
    for (Revision revision : List.of(Revision.V2025_11_25, Revision.V2026_07_28)) {
      Rig rig = RIGS.of(revision);
      String uri = "exits://" + exit;
      Answer answer = read(rig, uri);
      boolean missing = code == -32002;
      assertEquals(
          missing && !revision.handshake() ? -32602 : code,
          answer.code().orElse(0),
          answer.message().toString());
      if (missing) {
        assertEquals(uri, answer.data().path("uri").asString(""), answer.message().toString());
      }
      assertFalse(answer.errorText().isBlank(), answer.message().toString());
    }
  }

  @Test
  void what_a_reader_in_java_prints_is_not_its_message() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    for (String uri : List.of("prints://x", "logs://x")) {
      Answer answer = readInJava(rig, uri);
      assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
      assertTrue(answer.errorText().contains("the database is down"), answer::errorText);
      assertFalse(answer.message().toString().contains("hunter2"), answer::errorText);
    }
    Answer invalid = readInJava(rig, "complains://x");
    assertEquals(-32602, invalid.code().orElse(0), invalid.message().toString());
    assertTrue(invalid.errorText().contains("no such member"), invalid::errorText);
    assertFalse(invalid.message().toString().contains("hunter2"), invalid::errorText);
    Answer broken = readInJava(rig, "breaks://x");
    assertTrue(broken.errorText().contains("IllegalStateException: no disk"), broken::errorText);
    assertFalse(broken.message().toString().contains("hunter2"), broken::errorText);
    rig.process().stderr().assertSays("hunter2");
  }

  @Test
  void one_that_is_killed_or_floods_is_an_error_and_the_next_is_served() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    for (String uri : List.of("killed://x", "floods://x")) {
      Answer answer = read(rig, uri);
      assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
    }
    assertEquals(
        "of plain://y\n\n",
        ResourceReadTests.only(read(rig, "plain://y")).get("text").stringValue());
  }

  @Test
  void it_runs_in_the_project_without_input_and_without_the_servers_secrets() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    assertTrue(text(rig, "where://x").strip().endsWith("/project"), text(rig, "where://x"));
    assertEquals("the end", text(rig, "reads-input://x"));
    String environment = text(rig, "environment://x");
    assertFalse(environment.contains("s3cret"), environment);
    assertFalse(environment.contains("t0ken"), environment);
    assertTrue(environment.contains("MCP_RESOURCE_BASE=yes"), environment);
    assertTrue(environment.contains("MCPBASH_PROJECT_ROOT="), environment);
    assertTrue(environment.contains("MCP_RESOURCES_ROOTS="), environment);
  }

  @Test
  void one_that_takes_too_long_is_ended() {
    try (Rig rig =
        start(launcher -> launcher.environment("MCPBASH_DEFAULT_TOOL_TIMEOUT", "6")).settled()) {
      Job job = begin(rig, "family", 2);
      Answer answer = rig.await(job);
      assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
      assertTrue(answer.took().toMillis() >= 6000, answer.took().toString());
      Mark.atMost("a timeout of 6 s", answer.took(), Duration.ofMillis(6500));
      rig.assertGone(job, SOON);
      rig.assertCalm();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void cn_01_a_cancelled_read_leaves_nothing_and_is_not_answered(Revision revision) {
    Rig rig = RIGS.of(revision);
    Job job = begin(rig, "family", 2);
    rig.client().cancel(job.id());
    rig.assertGone(job, SOON);
    assertEquals(0, rig.client().answers(job.id()));
  }

  @Needs("setsid")
  @Test
  void cn_01_a_daemon_it_started_goes_with_it() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job job = begin(rig, "daemon", 2);
    rig.client().cancel(job.id());
    rig.assertGone(job, SOON);
  }

  @Test
  void fr_15_a_slow_one_holds_up_nobody() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job slow = begin(rig, "hold", 1);
    Mark.atMost("a ping beside it", rig.client().ping().took(), Duration.ofMillis(200));
    Mark.atMost(
        "a list beside it", Listed.RESOURCES.first(rig.client()).took(), Duration.ofMillis(200));
    assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "").values());
    assertEquals("of plain://x\n\n", text(rig, "plain://x"), "a read beside it");
    assertEquals(0, rig.client().answers(slow.id()));
    rig.client().cancel(slow.id());
    rig.assertGone(slow, SOON);
  }

  private static Job begin(Rig rig, String provider, int lines) {
    String token = rig.freshToken();
    long id =
        rig.client().send("resources/read", Messages.json("{'uri':'%s://%s'}", provider, token));
    return rig.ready(new Job(id, token, List.of()), lines, McpClient.PATIENCE);
  }

  private static String text(Rig rig, String uri) {
    return ResourceReadTests.only(read(rig, uri)).path("text").asString("");
  }

  private static Answer read(Rig rig, String uri) {
    return rig.client().call("resources/read", Json.object().put("uri", uri));
  }

  private static Answer readInJava(Rig rig, String uri) {
    return rig.client().callCompiled("resources/read", Json.object().put("uri", uri));
  }

  /** One helper that long jobs may take, and one that is kept for shorter ones. */
  private static Rig start(UnaryOperator<Launcher> more) {
    return Rig.start(
        ResourceProviderTests::project,
        launcher -> more.apply(launcher.workers(2, 2).with("--tool-grace", "0")));
  }
}
