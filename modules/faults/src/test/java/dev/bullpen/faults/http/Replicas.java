package dev.bullpen.faults.http;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.client.Transcript;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.Job;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Two replicas, {@code a} and {@code b}, and a balancer as the examples configure it. */
final class Replicas implements AutoCloseable {
  private static final Duration PATIENCE = McpClient.PATIENCE;
  private static final int SERVED = 200;
  private static final int UNAVAILABLE = 503;
  private static final String TOKEN = "token-of-the-replicas-" + "t".repeat(32);

  /** With the SHA-256 of {@link #TOKEN}. */
  private static final String TOKENS =
      """
      {"tokens": [{"name": "test", "prompts": ["*"], "tools": ["*"],
        "sha256": "93720adb161330ceb97558f4026a09cc64d31791e9b23f15b9dc3f5932d5fbec"}]}
      """;

  private final Proxy.Ports clients = Proxy.Ports.free();
  private final Proxy.Ports ports = Proxy.Ports.free();
  private final AtomicInteger ids = new AtomicInteger();
  private final Path ran;
  private final Path tokens;
  private final Proxy proxy;
  private HttpRig a;
  private HttpRig b;

  /**
   * A call that runs.
   *
   * @param rig the replica that serves it
   */
  record Held(HttpRig rig, HttpConnection connection, HttpReply reply, Job job) {}

  private Replicas(Proxy.Kind kind, Path folder) throws IOException {
    ran = Files.createFile(folder.resolve("ran"));
    tokens =
        Files.createFile(
            folder.resolve("tokens"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(tokens, TOKENS);
    a = replica("a", ports.http1());
    try {
      b = replica("b", ports.http2());
      proxy = Proxy.shipped(kind, clients, ports);
    } catch (RuntimeException | AssertionError e) {
      a.close();
      throw e;
    }
    if (!Poll.until(Deadline.in(PATIENCE), () -> call().equals("a") && call().equals("b"))) {
      close();
      throw new AssertionError("the balancer does not spread calls");
    }
    Files.writeString(ran, "");
  }

  /**
   * @param folder for what the tools write
   */
  static Replicas start(Proxy.Kind kind, Path folder) {
    try {
      return new Replicas(kind, folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpRig replica(String name, int port) {
    String who = "echo \"$MCP_TOOL_ARGS_JSON\" >>'%s'; echo %s\n".formatted(ran, name);
    return HttpRig.start(
        project -> {
          Family.project(project);
          project.tool("who", who);
        },
        launcher ->
            launcher
                .workers(2, 3)
                .with("--http", "127.0.0.1:" + port, "--behind-proxy")
                .with("--token-file", tokens.toString())
                .with("--allow-host", clients.hosts().get(0)),
        Optional.of(TOKEN));
  }

  HttpRig a() {
    return a;
  }

  HttpRig b() {
    return b;
  }

  private HttpCall tool(ObjectNode params) {
    params.withObjectProperty("_meta").setAll(Revision.V2026_07_28.envelope());
    return HttpCall.modern(Messages.request(ids.incrementAndGet(), "tools/call", params))
        .header("Authorization", "Bearer " + TOKEN);
  }

  private HttpCall who() {
    return tool(Messages.callTool("who", "{'id':" + ids.incrementAndGet() + "}"));
  }

  /** Which replica has served a call, or what came instead. */
  String call() {
    return answer(who());
  }

  /** The same with a session's id. */
  String call(String session) {
    return answer(who().header(HttpCall.SESSION_ID, session));
  }

  private String answer(HttpCall call) {
    try (HttpConnection connection = new HttpConnection(clients.http1())) {
      HttpReply reply = connection.send(call, new Transcript());
      if (reply.status() != SERVED) {
        return reply.status() + " " + reply.body();
      }
      JsonNode response = reply.response();
      JsonNode text = response.at("/result/content/0/text");
      return text.isMissingNode() ? Json.text(response) : text.asString().strip();
    } catch (UncheckedIOException e) {
      return e.toString();
    }
  }

  /** The arguments of the calls that have run. */
  List<String> runs() {
    try {
      return Files.readAllLines(ran);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a client of the balancer gets from a path. */
  int status(String path) {
    HttpCall get = HttpCall.bare(Revision.V2026_07_28, "GET").to("GET " + path);
    try (HttpConnection connection = new HttpConnection(clients.http1())) {
      return connection.send(get, new Transcript()).status();
    }
  }

  /** Whether {@code b} begins no request any more. */
  boolean isBDraining() {
    try (HttpConnection connection = new HttpConnection(ports.http2())) {
      return connection.send(who(), new Transcript()).status() == UNAVAILABLE;
    }
  }

  /** A call that has begun, on whichever replica it came to. */
  Held hold(String tool, int members) {
    String token = a.freshToken();
    HttpConnection connection = new HttpConnection(clients.http1());
    HttpReply reply = connection.send(tool(Family.params(tool, token, false)), new Transcript());
    HttpRig[] rig = new HttpRig[1];
    Poll.until(
        Deadline.in(PATIENCE),
        () -> {
          rig[0] = isAt(a, token) ? a : b;
          return isAt(rig[0], token);
        });
    return new Held(rig[0], connection, reply, rig[0].ready(token, members));
  }

  private static boolean isAt(HttpRig rig, String token) {
    return !rig.gate().await(token, 1, Deadline.in(Duration.ZERO)).isEmpty();
  }

  /** A call that has begun on that replica; others are closed. */
  Held holdOn(HttpRig wanted, String tool) {
    Deadline deadline = Deadline.in(PATIENCE);
    while (!deadline.passed()) { // the turns of the balancer are others' too
      Held held = hold(tool, 1);
      if (held.rig() == wanted) {
        return held;
      }
      held.connection().close();
      held.rig().assertGone(held.job());
    }
    throw new AssertionError("no call came to the replica");
  }

  /** End it in order, if it still runs, and start another in its place. */
  void restartA() {
    end(a);
    a = replica("a", ports.http1());
  }

  void restartB() {
    end(b);
    b = replica("b", ports.http2());
  }

  private static void end(HttpRig rig) {
    rig.process().signal(Signal.TERM);
    if (rig.process().awaitExit(Deadline.in(PATIENCE)).isEmpty()) {
      throw new AssertionError("a replica does not end");
    }
    rig.close();
  }

  @Override
  public void close() {
    try {
      proxy.close();
      // With the second that follows they do not wait for what the balancer might send.
      a.process().signal(Signal.TERM);
      b.process().signal(Signal.TERM);
    } finally {
      try {
        a.close();
      } finally {
        b.close();
      }
    }
  }
}
