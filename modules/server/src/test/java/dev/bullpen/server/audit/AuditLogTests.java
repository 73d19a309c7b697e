package dev.bullpen.server.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.ServeOptions.AuditFailure;
import dev.bullpen.server.ServeOptions.AuditRule;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.client.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Each call has one line that says whether it was allowed, and no value stands in any. */
class AuditLogTests {
  private static final Path FULL = Path.of("/dev/full");
  private static final String TRACE = "0123456789abcdef0123456789abcdef";

  @TempDir Path folder;

  private int ids;

  private Path file() {
    return folder.resolve("audit.jsonl");
  }

  private AuditLog open(AuditFailure onFailure) throws IOException {
    return new AuditLog(new AuditRule(file(), onFailure));
  }

  private static CallTable table(AuditLog log) {
    return new CallTable(List.of(log));
  }

  /** With ' for ". */
  private Call call(CallTable table, String method, String params) {
    Message.Request request =
        (Message.Request)
            Calls.message(
                "{'jsonrpc':'2.0','id':%d,'method':'%s','params':%s}"
                    .formatted(++ids, method, params));
    Call call =
        new Call(
            request.id(),
            request.method(),
            request.params(),
            Calls.legacy(Revision.V2025_11_25, ClientCapabilities.NONE),
            new LineReply(Wire.reading().writer()),
            table);
    table.add(call);
    return call;
  }

  private Call tool(CallTable table, String name, String arguments) {
    return call(
        table,
        "tools/call",
        "{'name':'%s','arguments':%s,'_meta':{'traceparent':'00-%s-0123456789abcdef-01'}}"
            .formatted(name, arguments, TRACE));
  }

  /** The lines after the first. */
  private List<JsonNode> lines() throws IOException, JsonException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file())) {
      lines.add(Json.parse(line));
    }
    assertEquals("start", lines.remove(0).path("event").asString());
    return lines;
  }

  private static String text(JsonNode line, String member) {
    return line.path(member).asString("");
  }

  @Test
  void an_allowed_call_has_a_line_before_it_is_served_and_one_at_its_end() throws Exception {
    Call call = tool(table(open(AuditFailure.STOP)), "greet", "{'who':'canary'}");
    assertEquals(List.of(), lines());
    call.allow();
    JsonNode begun = lines().get(0);
    assertEquals("call", text(begun, "event"));
    assertEquals("allowed", text(begun, "verdict"));
    assertEquals("local", text(begun, "principal"));
    assertEquals("stdio", text(begun, "way"));
    assertEquals("tools/call", text(begun, "method"));
    assertEquals("greet", text(begun, "name"));
    assertEquals(TRACE, text(begun, "traceId"));
    assertTrue(text(begun, "time").matches("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z"));
    call.answer(Json.object());
    assertEquals(2, lines().size());
    JsonNode ended = lines().get(1);
    assertEquals("end", text(ended, "event"));
    assertEquals("ok", text(ended, "outcome"));
    assertEquals(text(begun, "call"), text(ended, "call"));
    assertFalse(Files.readString(file()).contains("canary"));
  }

  @Test
  void what_another_replica_has_passed_on_names_client_and_replica() throws Exception {
    Peer client =
        new Peer(
            Peer.Way.TCP, "10.0.0.9:1234", Optional.empty(), Optional.of("node-a 10.0.0.2:5678"));
    AuditLog log = open(AuditFailure.STOP);
    AuditLog.Refusal refusal = new AuditLog.Refusal(404, "not-found", Optional.empty());
    log.refused(client, Optional.empty(), Optional.empty(), refusal);
    log.refused(Peer.tcp("10.0.0.9:1234"), Optional.empty(), Optional.empty(), refusal);
    for (JsonNode line : lines()) {
      assertEquals("tcp", text(line, "way"));
      assertEquals("10.0.0.9:1234", text(line, "address"));
    }
    assertEquals("node-a 10.0.0.2:5678", text(lines().get(0), "via"));
    assertFalse(lines().get(1).has("via"));
  }

  @Test
  void a_denied_call_has_one_line_which_says_why() throws Exception {
    tool(table(open(AuditFailure.STOP)), "greet", "{}").fail(JsonRpcError.invalidParams("no"));
    assertEquals(1, lines().size());
    assertEquals("denied", text(lines().get(0), "verdict"));
    assertEquals("invalid-params", text(lines().get(0), "reason"));
  }

  @Test
  void what_comes_after_a_call_has_ended_makes_no_line() throws Exception {
    Call call = tool(table(open(AuditFailure.STOP)), "greet", "{}");
    call.cancel();
    call.allow();
    call.answer(Json.object());
    assertEquals(1, lines().size());
    assertEquals("cancelled", text(lines().get(0), "reason"));
  }

  @Test
  void a_call_that_is_answered_by_a_question_and_cancelled_then_has_ended_once() throws Exception {
    Call call = tool(table(open(AuditFailure.STOP)), "greet", "{}");
    call.allow();
    call.ask(Json.object());
    call.cancel();
    assertEquals(2, lines().size());
    assertEquals("asked", text(lines().get(1), "outcome"));
  }

  @Test
  void a_name_with_line_ends_and_controls_stays_in_its_text() throws Exception {
    CallTable table = table(open(AuditFailure.STOP));
    tool(table, "a\\n{\\\"event\\\":\\\"call\\\"}\\u001b[2J\\u2028\\u0085", "{}")
        .fail(JsonRpcError.invalidParams("no"));
    assertEquals(1, lines().size());
    assertEquals("a\n{\"event\":\"call\"}\u001b[2J\u2028\u0085", text(lines().get(0), "name"));
    assertTrue(Files.readString(file()).strip().chars().allMatch(c -> c == '\n' || c >= ' '));
    assertFalse(Files.readString(file()).contains("\u2028"));
  }

  @Test
  void names_and_ids_are_cut() throws Exception {
    tool(table(open(AuditFailure.STOP)), "x".repeat(10_000), "{}")
        .fail(JsonRpcError.invalidParams("no"));
    assertTrue(text(lines().get(0), "name").length() < 300);
  }

  @Test
  void the_hash_is_that_of_the_arguments_whatever_their_order() throws Exception {
    CallTable table = table(open(AuditFailure.STOP));
    for (String arguments : List.of("{'a':1,'b':[{'c':2,'d':3}]}", "{'b':[{'d':3,'c':2}],'a':1}")) {
      tool(table, "greet", arguments).allow();
    }
    tool(table, "greet", "{'a':2}").allow();
    List<JsonNode> lines = lines();
    // printf '{"a":2}' | sha256sum
    assertEquals(
        "7e8059f495589fcd981232cc11d00b00da3802c01d688fa1cf1f6bed6e5bb33c",
        text(lines.get(2), "argumentsSha256"));
    assertEquals(text(lines.get(0), "argumentsSha256"), text(lines.get(1), "argumentsSha256"));
    assertNotEquals(text(lines.get(0), "argumentsSha256"), text(lines.get(2), "argumentsSha256"));
  }

  @Test
  void only_its_owner_can_read_the_file() throws IOException {
    open(AuditFailure.STOP);
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
  }

  @Test
  void a_file_that_was_moved_away_is_made_anew() throws Exception {
    CallTable table = table(open(AuditFailure.STOP));
    Path old = Files.move(file(), folder.resolve("audit.1"));
    tool(table, "greet", "{}").allow();
    assertEquals(1, Files.readAllLines(file()).size());
    assertEquals(1, Files.readAllLines(old).size());
  }

  @Test
  void while_the_disk_is_full_calls_are_refused_and_the_gap_is_written_down() throws Exception {
    AuditLog log = full(AuditFailure.STOP);
    CallTable table = table(log);
    assertThrows(JsonRpcException.class, () -> tool(table, "greet", "{}").allow());
    assertEquals(Optional.of("the audit log cannot be written"), log.obstacle());
    log.retry();
    assertTrue(log.obstacle().isPresent());
    empty();
    log.retry();
    assertEquals(Optional.empty(), log.obstacle());
    tool(table, "greet", "{}").allow();
    List<JsonNode> lines = written();
    assertEquals("lost", text(lines.get(0), "event"));
    assertEquals(1, lines.get(0).path("lines").asInt());
    assertEquals("allowed", text(lines.get(1), "verdict"));
  }

  @Test
  void if_the_operator_says_so_calls_are_served_while_the_disk_is_full() throws Exception {
    AuditLog log = full(AuditFailure.GO);
    CallTable table = table(log);
    Call call = tool(table, "greet", "{}");
    call.allow();
    assertTrue(call.isAllowed());
    assertEquals(Optional.empty(), log.obstacle());
    empty();
    call.answer(Json.object());
    List<JsonNode> lines = written();
    assertEquals("lost", text(lines.get(0), "event"));
    assertEquals("end", text(lines.get(1), "event"));
  }

  @Test
  void a_log_that_cannot_be_begun_keeps_a_server_from_its_start_unless_calls_go_on()
      throws Exception {
    AuditRule stop = new AuditRule(folder.resolve("none/audit"), AuditFailure.STOP);
    assertTrue(
        assertThrows(IOException.class, () -> new AuditLog(stop))
            .getMessage()
            .contains("cannot be written"));
    new AuditLog(new AuditRule(folder.resolve("none/audit"), AuditFailure.GO));
  }

  /** A log that has begun, on a disk that is full since. */
  private AuditLog full(AuditFailure onFailure) throws IOException {
    assumeTrue(Files.exists(FULL), "there is no /dev/full here, which is always full");
    Path room = Files.createFile(folder.resolve("room"));
    Files.createSymbolicLink(file(), room);
    AuditLog log = open(onFailure);
    Files.delete(file());
    Files.createSymbolicLink(file(), FULL);
    return log;
  }

  private void empty() throws IOException {
    Files.delete(file());
  }

  private List<JsonNode> written() throws IOException, JsonException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file())) {
      lines.add(Json.parse(line));
    }
    return lines;
  }
}
