package dev.bullpen.server.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.Project;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.server.SchemaProblems;
import dev.bullpen.server.catalog.ToolSchema;
import dev.bullpen.server.catalog.UsableSchemas.OutputIds;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.thread.Timers;
import dev.bullpen.server.tool.SchemaChecks.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class SchemaChecksTests {
  private static final String WRONG = "{'type': 'object', 'properties': {'x': {'type': 'int'}}}";
  private static final String ELSEWHERE = "{'$ref': 'https://example.org/x'}";

  @TempDir Path temporary;
  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final Timers timers = new Timers();
  private final SchemaChecks checks = new SchemaChecks(timers, warnings::add);

  @AfterEach
  void close() {
    checks.close();
    timers.close();
  }

  private Path metadata() {
    return temporary.resolve("tools/a/tool.meta.json");
  }

  private Tool tool(String members) throws IOException {
    Files.createDirectories(metadata().getParent());
    Files.writeString(metadata(), "{'name': 'a', %s}".formatted(members).replace('\'', '"'));
    Files.writeString(metadata().resolveSibling("tool.sh"), "#!/bin/sh\n");
    return Project.open(temporary, Map.of(), temporary, warnings::add)
        .catalog()
        .tool("a")
        .orElseThrow();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(10, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private CompletableFuture<Verdict> check(ToolSchema which, Tool tool, JsonNode value) {
    return checks.check(Principal.LOCAL, which, tool, value, Duration.ofMinutes(1));
  }

  private Verdict input(Tool tool) throws Exception {
    return check(ToolSchema.INPUT, tool, number()).get(10, TimeUnit.SECONDS);
  }

  private Verdict output(Tool tool) throws Exception {
    return check(ToolSchema.OUTPUT, tool, number()).get(10, TimeUnit.SECONDS);
  }

  private static JsonNode number() {
    return Json.object().put("x", 1);
  }

  private void reviewed(Tool tool) throws Exception {
    reviewed(List.of(tool));
  }

  private void reviewed(List<Tool> tools) throws Exception {
    checks.review(tools);
    CompletableFuture<Void> over = new CompletableFuture<>();
    checks.inTurnOf(Principal.SERVER, SchemaChecks.REVIEW, () -> over.complete(null));
    over.get(10, TimeUnit.SECONDS);
  }

  @Test
  void a_schema_that_clients_refuse_is_logged_and_results_are_checked_against_it()
      throws Exception {
    Tool tool =
        tool(
            "'inputSchema': %1$s, 'outputSchema': %1$s"
                .formatted("{'properties': {'x': {'pattern': '(?i)a', 'type': 'string'}}}"));
    reviewed(tool);
    assertEquals(
        List.of(
            metadata()
                + ": the outputSchema of the tool a is not published, because some clients would"
                + " show no tool with it: the pattern \"(?i)a\" is no regular expression of"
                + " ECMA-262: it knows no group that begins with \"(?i\". Mend it there."),
        warnings);
    assertEquals(warnings, SchemaProblems.of(List.of(tool)));
    assertEquals(1, ((Verdict.Checked) output(tool)).violations().size());
    assertEquals(
        List.of(
            metadata()
                + ": the inputSchema of the tool a can be used here, but some clients refuse it:"
                + " the pattern \"(?i)a\" is no regular expression of ECMA-262: it knows no group"
                + " that begins with \"(?i\"."),
        SchemaProblems.warnings(List.of(tool)));
  }

  @Test
  void a_tool_without_an_output_schema_has_none_to_speak_of() throws Exception {
    Tool tool = tool("'inputSchema': {'type': 'object'}");
    assertEquals(List.of(), OutputIds.problems(List.of(tool, tool)));
    assertTrue(new OutputIds().publish(tool.definition()));
  }

  @Test
  void a_schema_with_the_id_of_an_earlier_one_is_logged_once_while_it_lasts() throws Exception {
    String schema = "'outputSchema': {'$id': 'https://e.org/s', 'required': ['y']}";
    tool(schema);
    Path later = temporary.resolve("tools/b/tool.meta.json");
    Files.createDirectories(later.getParent());
    Files.writeString(later, "{'name': 'b', %s}".formatted(schema).replace('\'', '"'));
    Files.writeString(later.resolveSibling("tool.sh"), "#!/bin/sh\n");
    List<Tool> tools =
        Project.open(temporary, Map.of(), temporary, warnings::add).catalog().tools();
    reviewed(tools);
    reviewed(tools);
    assertEquals(
        List.of(
            later
                + ": the outputSchema of the tool b is not published, because some clients would"
                + " show no tool with it: its \"$id\" https://e.org/s is also in that of the tool a."
                + " Mend it there."),
        warnings);
    assertEquals(warnings, SchemaProblems.of(tools));
    assertEquals(1, ((Verdict.Checked) output(tools.get(1))).violations().size());
    reviewed(tools.subList(0, 1));
    reviewed(tools);
    assertEquals(2, warnings.size(), "it was mended in between");
  }

  @Test
  void a_wrong_schema_is_logged_once_and_nothing_is_checked_against_it() throws Exception {
    Tool tool = tool("'inputSchema': %1$s, 'outputSchema': %1$s".formatted(WRONG));
    for (int i = 0; i < 2; i++) {
      assertEquals(new Verdict.Checked(List.of()), input(tool));
      assertEquals(new Verdict.Checked(List.of()), output(tool));
    }
    assertEquals(
        List.of(
            metadata()
                + ": the inputSchema of the tool a cannot be used, so clients get"
                + " {\"type\":\"object\"}, and its arguments are not checked: not a valid schema of 2020-12: /properties/x/type is \"int\", which"
                + " is no type; write \"integer\". Mend it there.",
            metadata()
                + ": the outputSchema of the tool a cannot be used, so it is not published,"
                + " and its results are not checked: not a valid schema of 2020-12: /properties/x/type is \"int\", which"
                + " is no type; write \"integer\". Mend it there."),
        warnings);
    input(tool("'inputSchema': " + WRONG));
    assertEquals(2, warnings.size(), "as long as it lasts");
    assertEquals(warnings, SchemaProblems.of(List.of(tool)));
  }

  @Test
  void nothing_is_taken_for_valid_under_a_schema_that_lies_elsewhere() throws Exception {
    Tool tool = tool("'inputSchema': %1$s, 'outputSchema': %1$s".formatted(ELSEWHERE));
    String reason = assertInstanceOf(Verdict.Unusable.class, input(tool)).reason();
    assertTrue(reason.contains("https://example.org/x"), reason);
    assertTrue(warnings.get(0).contains("its calls are refused"), warnings.get(0));
    assertEquals(new Verdict.Checked(List.of()), output(tool), "it has run by then");
  }

  @Test
  void it_is_logged_before_any_client_calls_the_tool() throws Exception {
    reviewed(tool("'outputSchema': " + WRONG));
    assertEquals(1, warnings.size(), warnings.toString());
  }

  @Test
  void a_schema_that_is_right_is_kept_to() throws Exception {
    Tool tool = tool("'inputSchema': {'properties': {'x': {'type': 'string'}}}");
    assertEquals(1, assertInstanceOf(Verdict.Checked.class, input(tool)).violations().size());
    assertEquals(List.of(), warnings);
  }

  /** Keeps those that wait for the tool from their turn, until it is counted down. */
  private CountDownLatch busy(Tool tool) {
    CountDownLatch goOn = new CountDownLatch(1);
    CountDownLatch busy = new CountDownLatch(1);
    checks.inTurnOf(
        Principal.LOCAL,
        tool.name(),
        () -> {
          busy.countDown();
          await(goOn);
        });
    await(busy);
    return goOn;
  }

  @Test
  void nothing_is_checked_for_a_call_that_was_cancelled_while_it_waited() throws Exception {
    Tool tool = tool("'inputSchema': {'properties': {'x': {'pattern': 'a'}}}");
    CountDownLatch goOn = busy(tool);
    CompletableFuture<Verdict> second = check(ToolSchema.INPUT, tool, null);
    second.cancel(false);
    goOn.countDown();
    assertEquals(new Verdict.Checked(List.of()), input(tool));
    assertTrue(second.isCancelled());
  }

  @Test
  void a_check_that_has_no_turn_in_time_is_late_and_one_that_has_begun_is_not() throws Exception {
    Tool tool = tool("'inputSchema': {'properties': {'x': {'pattern': 'a'}}}");
    CountDownLatch goOn = busy(tool);
    assertEquals(
        new Verdict.Late(),
        checks
            .check(Principal.LOCAL, ToolSchema.INPUT, tool, number(), Duration.ofMillis(1))
            .get(10, TimeUnit.SECONDS));
    goOn.countDown();
    assertEquals(new Verdict.Checked(List.of()), input(tool));
  }

  @Test
  void a_call_does_not_overtake_one_that_came_first_once_the_schema_is_known() throws Exception {
    Tool tool = tool("'inputSchema': {'type': 'object'}");
    CountDownLatch goOn = busy(tool);
    CompletableFuture<Verdict> second = check(ToolSchema.INPUT, tool, number());
    assertFalse(second.isDone());
    goOn.countDown();
    assertEquals(new Verdict.Checked(List.of()), second.get(10, TimeUnit.SECONDS));
  }

  @Test
  void whatever_goes_wrong_in_the_check_there_is_a_verdict() throws Exception {
    Tool tool = tool("'inputSchema': {'properties': {'x': {'pattern': 'a'}}}");
    assertInstanceOf(
        Verdict.Unusable.class, check(ToolSchema.INPUT, tool, null).get(30, TimeUnit.SECONDS));
  }

  @Test
  void also_if_a_class_is_missing() throws Exception {
    Tool tool = tool("'inputSchema': " + WRONG);
    try (SchemaChecks broken =
        new SchemaChecks(
            timers,
            warning -> {
              throw new NoClassDefFoundError("as the test wants it");
            })) {
      assertInstanceOf(
          Verdict.Unusable.class,
          broken
              .check(Principal.LOCAL, ToolSchema.INPUT, tool, number(), Duration.ofMinutes(1))
              .get(30, TimeUnit.SECONDS));
    }
  }
}
