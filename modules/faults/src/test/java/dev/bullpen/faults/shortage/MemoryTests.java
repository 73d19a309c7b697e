package dev.bullpen.faults.shortage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.JavaProviders;
import dev.bullpen.testkit.proc.Footprint;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What is within every limit of bytes, and would take many times the heap. */
class MemoryTests {
  private static final int MEBIBYTE = 1024 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int CALLS = 30;

  /** Arguments that are not large for a file of data, and not all that a line may hold. */
  private static final int ORDINARY_OBJECTS = 50_000;

  private static Rig shared;
  private static final int MUCH = 8_000_000;
  private static final int OBJECT = 30_000_000;

  /** So many that what they print together, an eighth of the heap each, is more than the heap. */
  private static final int AT_ONCE = 8;

  /** Twice six seconds of rest, and what a busy machine needs. */
  private static final Duration BACK_WITHIN = Duration.ofSeconds(90);

  private static final int LISTED = 50;
  private static final int LISTS = 3000;
  private static final int FIRST_LIST = 4_000_001;

  private static final long MUCH_KIB = 16 * 1024;

  @BeforeAll
  static void a_server() {
    shared = start();
  }

  @AfterAll
  static void end() {
    try (Rig ending = shared) {
      ending.assertCalm();
    }
  }

  private static void project(ProjectFixture project) {
    project
        .tool("empties", "yes '{}' | head -n 1000000 | paste -sd, | sed 's/^/[/;s/$/]/'\n")
        .tool("text", "head -c 2250000 /dev/zero | tr '\\0' v\n")
        .tool(
            "late",
            "{'timeoutSecs':6}",
            "trap '' TERM\nhead -c 6000000 /dev/zero | tr '\\0' v\nexec sleep 60\n")
        .tool("counts", "wc -c <\"$MCP_TOOL_ARGS_FILE\"\n");
  }

  private static Rig start() {
    return Rig.start(MemoryTests::project, launcher -> launcher.workers(3, 3)).settled();
  }

  private static String call(long id, String tool, String array) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":{\"a\":%s}}}"
        .formatted(id, tool, array);
  }

  /** The answer to a line that is sent as it is and not kept: no tree is made of it here either. */
  private static Answer answer(long id, String line) {
    shared.process().sendRaw((line + "\n").getBytes(StandardCharsets.UTF_8));
    return new Answer(
        shared
            .process()
            .transcript()
            .awaitResponse(Long.toString(id), Deadline.in(PATIENCE))
            .orElseThrow()
            .json()
            .orElseThrow(),
        Duration.ZERO);
  }

  private static String array(String element, int count) {
    return "[" + (element + ",").repeat(count - 1) + element + "]";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{}|8", "1.5|8", "{\"id\":1,\"v\":2}|12"})
  void a_line_of_many_values_is_an_error_of_its_request(String element, int mebibytes) {
    long id = 1_000_000 + mebibytes * 100L + element.length();
    Answer answer =
        answer(
            id, call(id, "counts", array(element, mebibytes * MEBIBYTE / (element.length() + 1))));
    assertEquals(-32600, answer.code().getAsInt());
    assertFalse(shared.client().ping().failed());
  }

  @Test
  void what_is_ordinary_is_served() {
    Answer objects =
        answer(
            2_000_001,
            call(2_000_001, "counts", array("{\"id\":12345,\"v\":2}", ORDINARY_OBJECTS)));
    assertFalse(objects.text().isBlank());
    Answer text =
        answer(2_000_002, call(2_000_002, "counts", "\"" + "x".repeat(16 * MEBIBYTE) + "\""));
    String counted = text.text().strip();
    assertEquals(16 * MEBIBYTE + "{\"a\":\"\"}".length(), Integer.parseInt(counted));
  }

  @Test
  void an_argument_no_helper_can_take_is_refused_in_a_sentence_and_costs_no_helper() {
    List<Integer> helpers = shared.awaitHelpers(3);
    Answer refused =
        answer(3_000_001, call(3_000_001, "counts", "\"" + "x".repeat(24 * MEBIBYTE) + "\""));
    assertTrue(
        refused.text().contains("the limit is 17825792. Raise --helper-memory"), refused.text());
    assertEquals(helpers, shared.awaitHelpers(3));
  }

  @Test
  void outputs_of_many_values_stay_text_however_many_come_at_once() {
    List<Job> jobs = Stream.generate(() -> shared.sendTool("empties")).limit(3).toList();
    for (Job job : jobs) {
      Answer answer = shared.client().await(job.id(), PATIENCE);
      assertEquals(3 * 1_000_000 + 1, answer.text().strip().length());
    }
    assertFalse(shared.client().ping().failed());
  }

  @Test
  void answers_of_calls_in_flight_wait_outside_of_the_heap_for_a_client_that_reads_nothing() {
    try (Rig rig =
        Rig.start(
                MemoryTests::project,
                launcher -> launcher.workers(3, 3).environment("BULLPEN_JAVA_OPTS", "-Xmx64m"))
            .settled()) {
      rig.process().pauseReading();
      List<Job> jobs = Stream.generate(() -> rig.sendTool("text")).limit(CALLS).toList();
      String trees = array("[]", 3000);
      String ping =
          "{\"jsonrpc\":\"2.0\",\"id\":\"p%d\",\"method\":\"ping\",\"params\":{\"a\":%s}}";
      for (int i = 0; i < 1500; i++) { // 13 MiB, and 240 if they were trees
        rig.process().sendRaw((ping.formatted(i, trees) + "\n").getBytes(StandardCharsets.UTF_8));
      }
      long last = rig.client().send("ping", Messages.json("{}"));
      rig.process().resumeReading();
      for (Job job : jobs) {
        assertEquals(2_250_000, rig.client().await(job.id(), PATIENCE).text().length());
      }
      assertFalse(rig.client().await(last, McpClient.PATIENCE).failed());
      rig.assertCalm();
    }
  }

  @Test
  void calls_that_print_much_and_time_out_at_once_fail_without_their_output() {
    try (Rig rig =
        Rig.start(
                MemoryTests::project,
                launcher ->
                    launcher
                        .workers(AT_ONCE, AT_ONCE)
                        .with("--tool-grace", "1")
                        .environment("BULLPEN_JAVA_OPTS", "-Xmx48m"))
            .settled()) {
      List<Job> jobs = Stream.generate(() -> rig.sendTool("late")).limit(AT_ONCE).toList();
      for (Job job : jobs) {
        Answer answer = rig.client().await(job.id(), PATIENCE);
        assertEquals("timeout", answer.meta().path("reason").asString(""), answer::text);
      }
      assertFalse(rig.client().ping().failed());
      rig.assertCalm();
    }
  }

  private static void listed(ProjectFixture project) {
    for (int i = 0; i < LISTED; i++) {
      project.tool("t" + i, "{'description':'%s'}".formatted("d".repeat(1000)), "true\n");
    }
  }

  @Test
  void long_answers_to_a_batch_of_short_requests_are_errors_beyond_a_part_of_the_heap() {
    try (Rig rig =
        Rig.start(
                Revision.V2025_03_26,
                MemoryTests::listed,
                launcher -> launcher.workers(1, 1).environment("BULLPEN_JAVA_OPTS", "-Xmx64m"))
            .settled()) {
      String list = "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/list\"}";
      List<String> requests =
          IntStream.range(FIRST_LIST, FIRST_LIST + LISTS).mapToObj(list::formatted).toList();
      rig.process().sendLine("[" + String.join(",", requests) + "]"); // 160 MB of answers
      assertFalse(rig.client().ping().failed());
      JsonNode answers =
          rig.process()
              .transcript()
              .await(MemoryTests::isBatch, Deadline.in(PATIENCE))
              .flatMap(Line::json)
              .orElseThrow();
      assertEquals(
          IntStream.range(FIRST_LIST, FIRST_LIST + LISTS).boxed().toList(),
          answers.valueStream().map(answer -> answer.path("id").asInt(0)).toList());
      long whole = answers.valueStream().filter(answer -> answer.has("result")).count();
      assertTrue(whole > 1 && whole < LISTS, () -> whole + " lists");
      assertFalse(rig.client().call("tools/list", Messages.json("{}")).failed());
      rig.assertCalm();
    }
  }

  private static boolean isBatch(Line line) {
    return line.from() == Line.Side.SERVER && line.json().filter(JsonNode::isArray).isPresent();
  }

  private static void assertBack(long pid, long beforeKib) {
    long much = Footprint.of(pid).peakKib(); // it may have begun to give back
    assertTrue(
        much > beforeKib + MUCH_KIB,
        "it holds %d KiB and held %d: nothing is to be given back".formatted(much, beforeKib));
    assertTrue(
        Poll.until(
            Deadline.in(BACK_WITHIN),
            () -> Footprint.of(pid).residentKib() <= (beforeKib + much) / 2),
        () ->
            "it held %d KiB, then %d, and at rest %d"
                .formatted(beforeKib, much, Footprint.of(pid).residentKib()));
  }

  @Test
  void
      a_server_that_answered_with_much_and_a_helper_with_a_large_object_give_most_of_it_back_at_rest() {
    String script = "#!/bin/sh\nhead -c %d /dev/zero | tr '\\0' x\n".formatted(MUCH);
    String body =
        "return Suggestions.of(\"\" + new byte[Integer.parseInt(request.value())].length);";
    try (Rig rig =
        Rig.start(
                project -> JavaProviders.add(project.tool("much", script), "object", body),
                launcher ->
                    launcher
                        .workers(1, 1)
                        .environment("MCPBASH_MAX_TOOL_OUTPUT_SIZE", "" + 2 * MUCH))
            .settled()) {
      assertEquals(List.of("1"), rig.client().complete("object", "query", "1").values());
      long server = rig.process().pid();
      long helper = rig.helpers().get(0).pid();
      long serverBefore = Footprint.of(server).residentKib();
      long helperBefore = Footprint.of(helper).residentKib();
      String large = Integer.toString(OBJECT);
      assertEquals(List.of(large), rig.client().complete("object", "query", large).values());
      for (int i = 0; i < 3; i++) {
        assertEquals(MUCH, rig.client().callTool("much", "{}").text().length());
      }
      assertBack(server, serverBefore);
      assertBack(helper, helperBefore);
      rig.assertCalm();
    }
  }
}
