package dev.bullpen.acceptance.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.client.Transcript;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.HttpSession;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What clients leave to a server, or make it hold, does not fill its heap. */
class HttpMemoryTests {
  private static final String HEAP = "-Xmx128m";
  private static final String GREEDY = "g".repeat(40);
  private static final String BEARER = "Bearer " + GREEDY;
  private static final String MODEST = "m".repeat(40);
  private static final int BIG = 4_000_000;
  private static final int SMALL = 64 * 1024;

  /** Twice what the kernel keeps for a client that reads nothing. */
  private static final int LIST = 8_000_000;

  private static final int LISTED = 100;
  private static final Pattern ID = Pattern.compile("id: (\\S+)\n");

  @TempDir Path folder;

  @Test
  void answers_that_sessions_could_fetch_again_do_not_fill_the_heap() {
    try (HttpRig rig =
        HttpRig.start(
            project -> project.tool("big", "head -c %d /dev/zero | tr '\\0' x\n".formatted(BIG)),
            launcher -> launcher.workers(1, 2).environment("BULLPEN_JAVA_OPTS", HEAP))) {
      HttpSession session = rig.session(Revision.V2025_11_25, "{}");
      String first = fetched(session);
      String last = first;
      HttpSession latest = session;
      for (int i = 0; i < 48; i++) { // 192 MB, fewer than sixteen answers of each session
        latest = i % 12 == 0 ? rig.session(Revision.V2025_11_25, "{}") : latest;
        last = fetched(latest);
      }
      assertEquals(400, session.resume(first).status(), "is no longer kept");
      assertTrue(latest.resume(last).body().length() > BIG, "the last answer is kept");
      HttpSession other = rig.session(Revision.V2025_11_25, "{}");
      assertTrue(other.call("ping", Json.object()).response().has("result"));
    }
  }

  /** Reads a big answer; the id of the first event on its stream. */
  private static String fetched(HttpSession session) {
    String body = session.tool("big", "{}").body();
    assertTrue(body.length() > BIG, () -> body.substring(0, Math.min(1000, body.length())));
    Matcher id = ID.matcher(body.substring(0, 1000));
    assertTrue(id.find(), body.substring(0, 1000));
    return id.group(1);
  }

  private static void listed(ProjectFixture project) {
    for (int i = 0; i < LISTED; i++) {
      project.tool("t" + i, "{'description':'%s'}".formatted("d".repeat(LIST / LISTED)), "true\n");
    }
  }

  @Test
  void long_answers_to_a_batch_of_short_requests_do_not_fill_the_heap() {
    try (HttpRig rig =
        HttpRig.start(
            HttpMemoryTests::listed,
            launcher -> launcher.workers(1, 1).environment("BULLPEN_JAVA_OPTS", HEAP))) {
      HttpSession session = rig.session(Revision.V2025_03_26, "{}");
      ArrayNode batch = Json.array();
      for (int i = 0; i < 100; i++) { // 800 MB of answers
        batch.add(rig.request("tools/list", Json.object()));
      }
      JsonNode answers = rig.send(session.post(batch)).response();
      assertEquals(ids(batch), ids(answers));
      assertEquals(1, answers.valueStream().filter(one -> one.has("result")).count());
      assertTrue(session.call("ping", Json.object()).response().has("result"));
    }
  }

  private static List<Integer> ids(JsonNode messages) {
    return messages.valueStream().map(one -> one.path("id").asInt(0)).toList();
  }

  private Path tokens() throws IOException {
    return TokenFile.write(
        folder.resolve("tokens"),
        "{\"name\": \"greedy\", \"sha256\": \"%s\", \"tools\": [\"*\"]}"
            .formatted(TokenFile.hash(GREEDY)),
        "{\"name\": \"modest\", \"sha256\": \"%s\", \"tools\": [\"*\"], \"prompts\": [\"*\"]}"
            .formatted(TokenFile.hash(MODEST)));
  }

  @Test
  void answers_that_a_principal_does_not_read_do_not_fill_the_heap() throws IOException {
    Path tokens = tokens();
    try (HttpRig rig =
        HttpRig.start(
            HttpMemoryTests::listed,
            launcher ->
                launcher
                    .workers(1, 1)
                    .with("--token-file", tokens.toString())
                    .environment("BULLPEN_JAVA_OPTS", HEAP),
            Optional.of(MODEST))) {
      List<HttpReply> unread = new ArrayList<>();
      HttpReply last = greedy(rig, "tools/list");
      while (last.status() == 200 && unread.size() < 50) { // 400 MB
        unread.add(last);
        last = greedy(rig, "tools/list");
      }
      assertEquals(503, last.status());
      assertEquals("1", last.header("Retry-After"));
      assertEquals(503, greedy(rig, "server/discover").status());
      ObjectNode note = Messages.notification("notifications/cancelled", Json.object());
      assertEquals(202, rig.send(HttpCall.modern(note).header("Authorization", BEARER)).status());
      assertEquals(
          LISTED,
          rig.send(rig.modern("tools/list", Json.object())).response().at("/result/tools").size());
      unread.forEach(HttpReply::body);
      assertTrue(
          Poll.until(
              Deadline.in(McpClient.PATIENCE),
              () -> greedy(rig, "server/discover").status() == 200));
    }
  }

  /** A request of which no more than the beginning of the answer is read, or kept by the kernel. */
  private static HttpReply greedy(HttpRig rig, String method) {
    HttpCall call = rig.modern(method, Json.object()).header("Authorization", BEARER);
    Socket socket = new Socket();
    try {
      socket.setReceiveBufferSize(SMALL);
      socket.connect(new InetSocketAddress("127.0.0.1", rig.port()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rig.send(new HttpConnection(socket, "127.0.0.1:" + rig.port()), call);
  }

  @Test
  void calls_that_wait_with_long_arguments_do_not_fill_the_heap() throws IOException {
    Path tokens = tokens();
    try (HttpRig rig =
        HttpRig.start(
            project -> project.tool("hold", ToolScripts.HOLD),
            launcher ->
                launcher
                    .workers(1, 3)
                    .with("--token-file", tokens.toString())
                    .environment("BULLPEN_JAVA_OPTS", HEAP),
            Optional.of(MODEST))) {
      for (int i = 0; i < 150; i++) { // 150 MB
        sent(rig);
      }
      boolean isRefused = false;
      for (int i = 0; i < 20 && !isRefused; i++) {
        Optional<HttpReply> reply = sent(rig);
        isRefused = reply.isPresent() && status(reply.get()) == 503;
      }
      assertTrue(isRefused, "no answer was 503");
      ObjectNode params = Json.object();
      params.withObjectProperty("_meta").put("padding", "y".repeat(100_000));
      HttpReply reply = rig.send(rig.modern("tools/list", params));
      assertEquals(1, reply.response().at("/result/tools").size());
    }
  }

  /** A call that waits, or is refused. Empty if the server closed the connection at once. */
  private static Optional<HttpReply> sent(HttpRig rig) {
    ObjectNode arguments = Messages.callTool("hold", "{'token':'" + rig.freshToken() + "'}");
    arguments.withObjectProperty("arguments").put("text", "x".repeat(1_000_000));
    HttpCall call = rig.modern("tools/call", arguments).header("Authorization", BEARER);
    try {
      return Optional.of(rig.connect().send(call, new Transcript()));
    } catch (UncheckedIOException e) {
      return Optional.empty();
    }
  }

  /** The status; 0 if the connection was closed before it was read. */
  private static int status(HttpReply reply) {
    try {
      return reply.status();
    } catch (UncheckedIOException e) {
      return 0;
    }
  }
}
