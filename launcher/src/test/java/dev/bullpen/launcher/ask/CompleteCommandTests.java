package dev.bullpen.launcher.ask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.Spoken;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Against a server of a few lines of shell. */
class CompleteCommandTests {
  private static final String TWO =
      "\"result\":{\"completion\":{\"values\":[\"Lisbon\",\"London\"],\"total\":9,\"hasMore\":true},\"_meta\":{\"dev.bullpen/nextCursor\":\"c2\"}}";

  private static final String TOKEN = "0123456789abcdef0123456789abcdef";

  @TempDir Path folder;
  private final Spoken spoken = new Spoken(false);

  @Test
  void the_values_are_printed_one_a_line_and_then_how_to_get_more() throws Exception {
    assertEquals(ExitCode.DONE, run(answering(TWO), "plan-meeting", "--argument", "city"));

    assertTrue(
        spoken
            .out()
            .matches("1  Lisbon\\R2  London\\R2 values of 9 in \\d+ ms; more with --cursor c2\\R"),
        spoken.out());
  }

  @Test
  void with_json_the_result_is_one_line() throws Exception {
    run(answering(TWO), "plan-meeting", "--argument", "city", "--json");

    assertEquals("{" + TWO + "}", "{\"result\":" + spoken.out().strip() + "}");
    assertEquals(1, spoken.out().lines().count());
  }

  @Test
  void everything_that_was_given_is_asked() throws Exception {
    FakeServer server = answering(TWO);

    run(
        server,
        "plan-meeting",
        "--argument",
        "city",
        "--value",
        "L",
        "--context",
        "country=Portugal=1",
        "--context",
        "year=",
        "--limit",
        "2",
        "--cursor",
        "c1",
        "--project",
        Files.createDirectory(folder.resolve("some where")).toString());

    assertEquals(
        "--workers 1 --project " + folder.toRealPath() + "/some where", server.arguments());
    assertEquals(
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"completion/complete\",\"params\":{"
            + "\"ref\":{\"type\":\"ref/prompt\",\"name\":\"plan-meeting\"},"
            + "\"argument\":{\"name\":\"city\",\"value\":\"L\"},"
            + "\"context\":{\"arguments\":{\"country\":\"Portugal=1\",\"year\":\"\"}},"
            + "\"limit\":2,\"cursor\":\"c1\"}}",
        server.request());
  }

  @Test
  void a_server_that_wants_a_token_gets_it_in_every_message() throws Exception {
    FakeServer server = answering(TWO);
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("MCPBASH_REMOTE_TOKEN", TOKEN);
    run(new CompleteCommand(server.home(), environment), "p", "--argument", "a");
    environment.put("MCPBASH_REMOTE_TOKEN_KEY", "mine");
    String metadata = ",\"_meta\":{\"mcpbash/remoteToken\":\"" + TOKEN + "\"}}}";
    assertTrue(server.request().endsWith(metadata), server.request());
    run(new CompleteCommand(server.home(), environment), "p", "--argument", "a");
    assertTrue(
        server.request().endsWith(",\"_meta\":{\"mine\":\"" + TOKEN + "\"}}}"), server.request());
  }

  @Test
  void a_token_that_no_server_takes_starts_none() throws Exception {
    FakeServer server = answering(TWO);
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("MCPBASH_REMOTE_TOKEN", "short");

    CompleteCommand command = new CompleteCommand(server.home(), environment);
    ProjectException e =
        assertThrows(ProjectException.class, () -> run(command, "p", "--argument", "a"));
    assertTrue(e.getMessage().contains("MCPBASH_REMOTE_TOKEN has 5 characters"), e.getMessage());
    assertFalse(Files.exists(folder.resolve("arguments")));
  }

  /** Where it did, {@code try} would show the job that makes them as a process of a call. */
  @Test
  void the_server_makes_no_class_archives_unless_it_is_told_to() throws Exception {
    FakeServer server = answering(TWO);
    run(server, "p", "--argument", "a");
    assertEquals(Optional.of("off"), server.variable("BULLPEN_ARCHIVES"));

    Map<String, String> environment = new HashMap<>(environment());
    environment.put("BULLPEN_ARCHIVES", "on");
    run(new CompleteCommand(server.home(), environment), "p", "--argument", "a");
    assertEquals(Optional.of("on"), server.variable("BULLPEN_ARCHIVES"));
  }

  @Test
  void a_resource_is_asked_for_by_its_uri() throws Exception {
    FakeServer server = answering(TWO);

    run(server, "handbook://{page}", "--resource", "--argument", "page");

    assertTrue(
        server.request().contains("{\"type\":\"ref/resource\",\"uri\":\"handbook://{page}\"}"),
        server.request());
  }

  @Test
  void an_error_answer_is_reported_and_is_a_failure() throws Exception {
    FakeServer server = answering("\"error\":{\"code\":-32602,\"message\":\"Unknown prompt\"}");

    assertEquals(ExitCode.FAILED, run(server, "no-such", "--argument", "a"));
    assertEquals("", spoken.out());
    assertEquals("launcher: the server answered error -32602: Unknown prompt\n", spoken.err());
  }

  @Test
  void a_server_that_does_not_start_is_reported_and_is_a_failure() throws Exception {
    CompleteCommand command = new CompleteCommand(new Home(folder, folder), environment());

    assertEquals(ExitCode.FAILED, run(command, "p", "--argument", "a"));
    assertTrue(spoken.err().startsWith("launcher: the server cannot be started"), spoken.err());
  }

  @Test
  void a_server_that_ends_at_once_has_printed_the_reason_itself() throws Exception {
    Path command = folder.resolve("bin/launcher");
    Files.createDirectory(command.getParent());
    Files.writeString(command, "#!/bin/sh\nread -r line; exit 1\n");
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));

    assertEquals(
        ExitCode.FAILED,
        run(new CompleteCommand(new Home(folder, folder), environment()), "p", "--argument", "a"));
    assertEquals(
        "launcher: the server ended before it answered initialize. Its own messages are above.\n",
        spoken.err());
  }

  @Test
  void a_project_that_is_not_there_starts_no_server() throws Exception {
    FakeServer server = answering(TWO);

    ProjectException e =
        assertThrows(
            ProjectException.class,
            () -> run(server, "p", "--argument", "a", "--project", folder + "/no-such"));
    assertTrue(
        e.getMessage().contains("--project names " + folder + "/no-such, which does not exist."),
        e.getMessage());
    assertFalse(Files.exists(folder.resolve("arguments")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"country", "=Portugal", ""})
  void a_context_without_a_name_and_a_value_is_refused(String pair) {
    UsageException e =
        assertThrows(
            UsageException.class,
            () -> run(answering(TWO), "p", "--argument", "a", "--context", pair));

    assertTrue(
        e.getMessage().startsWith("--context is \"" + pair + "\", but must be NAME=VALUE."),
        e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"0,false", "1,true", "100,true", "101,false"})
  void a_limit_is_from_1_to_100(String limit, boolean good) throws Exception {
    FakeServer server = answering(TWO);
    if (good) {
      assertEquals(ExitCode.DONE, run(server, "p", "--argument", "a", "--limit", limit));
    } else {
      assertThrows(
          UsageException.class, () -> run(server, "p", "--argument", "a", "--limit", limit));
    }
  }

  private FakeServer answering(String member) throws IOException {
    return FakeServer.answering(folder, member);
  }

  /** The project that is asked where none is named. */
  private Map<String, String> environment() {
    return Map.of("BULLPEN_PROJECT", folder.toString());
  }

  private int run(FakeServer server, String... words) throws Exception {
    return run(new CompleteCommand(server.home(), environment()), words);
  }

  private int run(CompleteCommand command, String... words) throws Exception {
    return command.run(
        new CommandLine(command.spec().name("complete")).parseArgs(words), spoken.console());
  }
}
