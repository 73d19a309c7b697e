package dev.bullpen.acceptance.http;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.HttpSession;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What an operator sees of a server: its health, its metrics, and who was allowed what. */
class MonitoringTests {
  private static final String TOKEN = "canary-token-" + "t".repeat(40);

  /** In arguments, and in names that no tool has. */
  private static final String CANARY = "canary-value";

  private static final String TRACE = "0123456789abcdef0123456789abcdef";
  private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
  private static final Path FULL = Path.of("/dev/full");
  private static final Pattern ADMIN =
      Pattern.compile("health and metrics at 127\\.0\\.0\\.1:(\\d+)");

  @TempDir Path folder;

  private Path audit() {
    return folder.resolve("audit.jsonl");
  }

  private HttpRig start(String... more) throws IOException {
    Path tokens =
        Files.createFile(
            folder.resolve("tokens"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(
        tokens,
        """
        {"tokens": [{"name": "alice", "sha256": "%s", "tools": ["hello", "wait", "hold", "fails"],
          "prompts": ["*"], "resources": ["*"]}]}
        """
            .formatted(TokenFile.hash(TOKEN)));
    return HttpRig.start(
        project ->
            project
                .tool("hello", ToolScripts.HELLO)
                .tool("wait", ToolScripts.WAIT)
                .tool("hold", ToolScripts.HOLD)
                .tool("fails", "echo no >&2\nexit 3\n")
                .tool("secret", ToolScripts.HELLO),
        launcher ->
            launcher
                .workers(1, 2)
                .with("--token-file", tokens.toString(), "--admin", "127.0.0.1:0")
                .with("--audit-log", audit().toString())
                .with(more),
        Optional.of(TOKEN));
  }

  /** The answer of the admin's address. */
  private record Page(int status, String body) {
    static Page get(HttpRig rig, String path) {
      try {
        Matcher address = ADMIN.matcher(rig.process().stderr().text());
        assertTrue(address.find());
        URI uri = URI.create("http://127.0.0.1:" + address.group(1) + path);
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        int status = connection.getResponseCode();
        try (InputStream in =
            status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
          return new Page(status, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
      } catch (IOException e) {
        throw new AssertionError(path, e);
      }
    }
  }

  /** The samples of a metric, in the order of their names. */
  private static List<String> samples(HttpRig rig, String metric) {
    return Page.get(rig, "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(metric + "{") || line.startsWith(metric + " "))
        .sorted()
        .toList();
  }

  private static void awaitSamples(HttpRig rig, String metric, String... expected) {
    await()
        .atMost(McpClient.PATIENCE)
        .untilAsserted(() -> assertEquals(List.of(expected), samples(rig, metric)));
  }

  private List<JsonNode> audited() throws IOException, JsonException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(audit())) {
      lines.add(Json.parse(line));
    }
    return lines;
  }

  private static String text(JsonNode line, String member) {
    return line.path(member).asString("");
  }

  /** The lines of one method that say whether it was allowed: name, verdict, reason. */
  private List<String> verdicts(String method) throws IOException, JsonException {
    return audited().stream()
        .filter(line -> text(line, "method").equals(method))
        .map(line -> text(line, "name") + " " + text(line, "verdict") + " " + text(line, "reason"))
        .map(String::strip)
        .toList();
  }

  /** A denied call is audited after its answer, so that the next one's line may come first. */
  private void awaitVerdicts(int calls) {
    await().atMost(McpClient.PATIENCE).until(() -> verdicts("tools/call").size() == calls);
  }

  private static HttpReply denied(HttpRig rig) {
    return rig.send(rig.tool("hello", "{}").header("Authorization", "Bearer " + "x".repeat(40)));
  }

  @Test
  void metrics_have_exactly_the_calls_that_were_made() throws IOException {
    try (HttpRig rig = start()) {
      for (int i = 0; i < 3; i++) {
        assertEquals(200, rig.send(rig.tool("hello", "{'a':'" + CANARY + "'}")).status());
      }
      rig.send(rig.tool("fails", "{}")).response();
      rig.send(rig.tool(CANARY, "{}")).response();
      rig.send(rig.tool("secret", "{}")).response();
      rig.send(rig.modern(CANARY, Json.object())).response();
      assertEquals(401, denied(rig).status());
      assertEquals(401, denied(rig).status());
      assertEquals(403, rig.send(rig.tool("hello", "{}").header("Origin", "http://evil")).status());
      cancelled(rig);
      HttpSession session = rig.session(Revision.V2025_11_25, "{}");
      assertFalse(session.id().isEmpty());

      awaitSamples(
          rig,
          "bullpen_calls_total",
          "bullpen_calls_total{method=\"completion/complete\",outcome=\"ok\",tool=\"\"} 1.0",
          "bullpen_calls_total{method=\"initialize\",outcome=\"ok\",tool=\"\"} 1.0",
          "bullpen_calls_total{method=\"other\",outcome=\"denied\",tool=\"\"} 1.0",
          "bullpen_calls_total{method=\"tools/call\",outcome=\"cancelled\",tool=\"hold\"} 1.0",
          "bullpen_calls_total{method=\"tools/call\",outcome=\"denied\",tool=\"\"} 1.0",
          "bullpen_calls_total{method=\"tools/call\",outcome=\"denied\",tool=\"secret\"} 1.0",
          "bullpen_calls_total{method=\"tools/call\",outcome=\"error\",tool=\"fails\"} 1.0",
          "bullpen_calls_total{method=\"tools/call\",outcome=\"ok\",tool=\"hello\"} 3.0");
      assertTrue(
          samples(rig, "bullpen_call_duration_seconds_count")
              .contains(
                  "bullpen_call_duration_seconds_count{method=\"tools/call\",tool=\"hello\"} 3"));
      awaitSamples(
          rig,
          "bullpen_http_rejected_total",
          "bullpen_http_rejected_total{status=\"401\"} 2.0",
          "bullpen_http_rejected_total{status=\"403\"} 1.0",
          "bullpen_http_rejected_total{status=\"404\"} 1.0");
      awaitSamples(rig, "bullpen_http_sessions", "bullpen_http_sessions 1.0");
      awaitSamples(rig, "bullpen_http_open_streams", "bullpen_http_open_streams 0.0");
      awaitSamples(rig, "bullpen_job_kills_total", "bullpen_job_kills_total 1.0");
      awaitSamples(rig, "bullpen_jobs_waiting", "bullpen_jobs_waiting 0.0");
      String all = Page.get(rig, "/metrics").body();
      for (String metric :
          List.of(
              "jvm_memory_used_bytes",
              "jvm_threads_current",
              "process_open_fds",
              "jvm_gc_collection_seconds_count",
              "bullpen_helpers",
              "bullpen_helper_starts_total")) {
        assertTrue(all.contains("\n" + metric), metric);
      }
      assertFalse(all.contains("canary"));
    }
  }

  private static void assertAStreamThatCouldNotBeResumedIsNotOpen(HttpRig rig) {
    HttpSession session = rig.session(Revision.V2025_11_25, "{}");
    session.tool("hello", "{}").response();
    HttpReply open = session.listen();
    open.status();
    awaitSamples(rig, "bullpen_http_open_streams", "bullpen_http_open_streams 1.0");
    for (String unknown : List.of("0-999", "2-999", "x-1")) {
      assertEquals(400, session.resume(unknown).status(), unknown);
    }
    awaitSamples(rig, "bullpen_http_open_streams", "bullpen_http_open_streams 1.0");
    assertEquals(200, rig.send(session.bare("DELETE")).status());
    awaitSamples(rig, "bullpen_http_open_streams", "bullpen_http_open_streams 0.0");
  }

  /** A client goes while its tool runs. */
  private static void cancelled(HttpRig rig) {
    String token = rig.freshToken();
    HttpConnection connection = rig.connect();
    rig.send(connection, rig.tool("hold", "{'token':'" + token + "'}"));
    Job job = rig.ready(token, 1);
    connection.close();
    rig.assertGone(job);
  }

  /** What the kernel counts of processes that it has killed for lack of memory, anywhere. */
  private static List<String> kernelKills() throws IOException {
    return Files.readAllLines(Path.of("/proc/vmstat")).stream()
        .filter(line -> line.startsWith("oom_kill "))
        .toList();
  }

  /** The kernel does not say which process it has killed, so it may have been the helper. */
  @Test
  void helpers_that_die_are_counted_and_streams_that_could_not_be_resumed_are_not()
      throws IOException {
    List<String> killsBefore = kernelKills();
    try (HttpRig rig = start()) {
      assertAStreamThatCouldNotBeResumedIsNotOpen(rig);
      String token = rig.freshToken();
      HttpReply reply = rig.send(rig.tool("hold", "{'token':'" + token + "'}"));
      Job job = rig.ready(token, 1);
      long helper = Long.parseLong(job.ready().get(0).split(" ")[1]);
      ProcessHandle.of(helper).orElseThrow().destroyForcibly();
      reply.response();
      String metric = "bullpen_helper_exits_total";
      await()
          .atMost(McpClient.PATIENCE)
          .untilAsserted(
              () -> {
                String reason = kernelKills().equals(killsBefore) ? "killed" : "(killed|oom)";
                String exits = String.join("\n", samples(rig, metric));
                assertTrue(exits.matches(metric + "\\{reason=\"" + reason + "\"} 1\\.0"), exits);
              });
    }
  }

  @Test
  void promtool_finds_no_fault_with_the_metrics() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(PROMTOOL), "promtool is not here: install Debian's prometheus");
    try (HttpRig rig = start()) {
      rig.send(rig.tool("hello", "{}")).response();
      denied(rig).status();
      assertEquals("0 ", promtool(Page.get(rig, "/metrics").body()));
    }
    assertFalse(promtool("x_total 1\n").startsWith("0 "));
  }

  private String promtool(String metrics) throws IOException, InterruptedException {
    Path input = Files.writeString(folder.resolve("metrics"), metrics);
    Process checking =
        new ProcessBuilder(PROMTOOL.toString(), "check", "metrics")
            .redirectErrorStream(true)
            .redirectInput(input.toFile())
            .start();
    String said = new String(checking.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return checking.waitFor() + " " + said;
  }

  @Test
  void a_server_whose_project_is_gone_or_that_drains_lives_and_is_not_ready() throws IOException {
    try (HttpRig rig = start()) {
      await()
          .atMost(McpClient.PATIENCE)
          .untilAsserted(() -> assertEquals(200, Page.get(rig, "/health/ready").status()));
      Path elsewhere = rig.project().resolveSibling("elsewhere");
      Files.move(rig.project(), elsewhere);
      try {
        assertEquals(503, Page.get(rig, "/health/ready").status());
        assertEquals(200, Page.get(rig, "/health/live").status());
      } finally {
        Files.move(elsewhere, rig.project());
      }
      assertEquals(200, Page.get(rig, "/health/ready").status());
      String token = rig.freshToken();
      HttpReply running = rig.send(rig.tool("wait", "{'token':'" + token + "'}"));
      rig.ready(token, 1);
      assertEquals(200, Page.get(rig, "/health/ready").status());
      rig.process().signal(Signal.TERM);
      await()
          .atMost(McpClient.PATIENCE)
          .untilAsserted(() -> assertEquals(503, Page.get(rig, "/health/ready").status()));
      assertTrue(Page.get(rig, "/health/ready").body().contains("the server is ending"));
      assertEquals(200, Page.get(rig, "/health/live").status());
      assertEquals(200, Page.get(rig, "/metrics").status());
      rig.gate().letThrough(token, "go");
      assertTrue(Json.text(running.response()).contains("let through: go"));
    }
  }

  @Test
  void each_call_is_audited_once_before_it_runs_whether_it_is_allowed_or_denied() throws Exception {
    try (HttpRig rig = start()) {
      String forged = "no\n{\"event\":\"call\",\"verdict\":\"allowed\"}\r\u001b[2J";
      HttpCall traced =
          rig.tool("hello", "{'a':'" + CANARY + "'}")
              .header("traceparent", "00-" + TRACE + "-0123456789abcdef-01");
      rig.send(traced).response();
      rig.send(rig.tool("fails", "{}")).response();
      rig.send(rig.tool("secret", "{}")).response();
      awaitVerdicts(3);
      HttpSession session = rig.session(Revision.V2025_11_25, "{}");
      session
          .call("tools/call", Json.object().put("name", forged).set("arguments", Json.object()))
          .response();
      awaitVerdicts(4);
      assertEquals(401, denied(rig).status());
      assertEquals(403, rig.send(rig.tool("hello", "{}").header("Origin", "null")).status());
      assertEquals(400, rig.send(rig.tool("hello", "{}").header("Mcp-Name", "other")).status());
      cancelled(rig);

      await()
          .atMost(McpClient.PATIENCE)
          .untilAsserted(
              () -> assertEquals(List.of("ok", "error", "cancelled"), outcomesOf("tools/call")));
      assertEquals(
          List.of(
              "hello allowed",
              "fails allowed",
              "secret denied denied",
              forged + " denied denied",
              "hello denied bad-request",
              "hold allowed"),
          verdicts("tools/call"));
      List<String> unknown =
          audited().stream()
              .filter(line -> text(line, "event").equals("request") && !line.has("method"))
              .map(line -> line.path("status").asInt() + " " + text(line, "verdict"))
              .toList();
      assertEquals(List.of("401 denied", "403 denied"), unknown);
      JsonNode hello = audited().stream().filter(line -> line.has("traceId")).findFirst().get();
      assertEquals(TRACE, text(hello, "traceId"));
      assertEquals("token:alice", text(hello, "principal"));
      assertEquals("tcp", text(hello, "way"));
      assertTrue(text(hello, "argumentsSha256").matches("[0-9a-f]{64}"));

      String written = Files.readString(audit()) + rig.process().stderr().text();
      assertFalse(written.contains("canary"));
      assertFalse(written.contains(session.id()));
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(audit())));

      int before = verdicts("tools/call").size();
      String token = rig.freshToken();
      rig.send(rig.tool("hold", "{'token':'" + token + "'}"));
      Job job = rig.ready(token, 1);
      rig.process().signal(Signal.KILL);
      rig.assertGone(job);
      List<String> all = verdicts("tools/call");
      assertEquals(List.of("hold allowed"), all.subList(before, all.size()));
      assertEquals(List.of("ok", "error", "cancelled"), outcomesOf("tools/call"), "no more ended");
    }
  }

  /** How the allowed calls of a method have ended, in the order in which they were allowed. */
  private List<String> outcomesOf(String method) throws IOException, JsonException {
    List<JsonNode> lines = audited();
    List<String> outcomes = new ArrayList<>();
    for (JsonNode begun : lines) {
      if (text(begun, "method").equals(method) && text(begun, "verdict").equals("allowed")) {
        lines.stream()
            .filter(line -> text(line, "event").equals("end"))
            .filter(line -> text(line, "call").equals(text(begun, "call")))
            .forEach(line -> outcomes.add(text(line, "outcome")));
      }
    }
    return outcomes;
  }

  @Test
  void while_the_audit_log_cannot_be_written_calls_are_refused() throws Exception {
    assumeTrue(Files.exists(FULL), "there is no /dev/full here, which is always full");
    try (HttpRig rig = start()) {
      replaceAudit(FULL);
      for (int i = 0; i < 20; i++) {
        assertTrue(Json.text(rig.send(rig.tool("hello", "{}")).response()).contains("audit log"));
      }
      Page ready = Page.get(rig, "/health/ready");
      assertEquals(503, ready.status());
      assertTrue(ready.body().contains("audit"));
      rig.process().stderr().assertSays("cannot be written");
      String told = rig.process().stderr().text();
      assertTrue(told.lines().filter(line -> line.contains("audit log")).count() < 40);
      Files.delete(audit());
      assertEquals(200, Page.get(rig, "/health/ready").status());
      assertEquals(
          "hello\n",
          rig.send(rig.tool("hello", "{}")).response().at("/result/content/0/text").asString());
      assertEquals("lost", text(audited().get(0), "event"));
    }
  }

  @Test
  void if_the_operator_says_so_calls_are_served_without() throws Exception {
    assumeTrue(Files.exists(FULL), "there is no /dev/full here, which is always full");
    try (HttpRig rig = start("--audit-failure", "go")) {
      replaceAudit(FULL);
      assertEquals(
          "hello\n",
          rig.send(rig.tool("hello", "{}")).response().at("/result/content/0/text").asString());
      assertEquals(200, Page.get(rig, "/health/ready").status());
      rig.process().stderr().assertSays("their lines are lost");
    }
  }

  /** In one step: the server would make the file anew, as the end of a call may still be due. */
  private void replaceAudit(Path other) throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), other);
    Files.move(link, audit(), StandardCopyOption.ATOMIC_MOVE);
  }
}
