package dev.bullpen.server.engine;

import static org.awaitility.Awaitility.await;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.pool.setting.PoolSettings;
import dev.bullpen.pool.setting.PoolSize;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.line.ClientOutput;
import dev.bullpen.protocol.line.OutgoingLines;
import dev.bullpen.server.ServeOptions;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.program.ProgramBench;
import dev.bullpen.server.session.Session;
import dev.bullpen.server.thread.DaemonThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/** An engine with real helpers, a project with a few tools, and clients in this process. */
final class ManyClients implements AutoCloseable {
  static final Duration LONG = Duration.ofMinutes(2);

  private static final int LINE_BYTES = 1 << 20;
  private static final int PAGE = 100;
  private static final int ANY_RATE = 1_000_000;
  private static final int ANY_NUMBER = 100_000;
  private static final int HELPER_HEAP = 64;

  final Path root;
  private final List<TestClient> all = new CopyOnWriteArrayList<>();
  private final Engine engine;

  ManyClients(Path folder, int workers) throws Exception {
    root = Files.createDirectories(folder.toRealPath().resolve("project"));
    Map<String, String> environment =
        Map.of(
            "PATH", "/usr/bin:/bin",
            "MCPBASH_TOOL_ALLOWLIST", "*",
            "MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true",
            "MCPBASH_MAX_LOGS_PER_MIN", "0",
            "MCPBASH_MAX_PROGRESS_PER_MIN", "0",
            "BULLPEN_REHEARSAL", "off");
    tool("echo", "printf '%s' \"$MCP_TOOL_ARGS_JSON\"");
    tool(
        "report",
        "word=${MCP_TOOL_ARGS_JSON#*:\\\"}; word=${word%%\\\"*};"
            + " printf '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
            + "{\"progressToken\":%s,\"progress\":50,\"message\":\"%s\"}}\\n'"
            + " \"$MCP_PROGRESS_TOKEN\" \"$word\" >> \"$MCP_PROGRESS_STREAM\";"
            + " printf '%s' \"$word\"");
    tool(
        "ask",
        "printf '{\"message\":\"?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}'"
            + " > \"$MCP_ELICIT_REQUEST_FILE.new\";"
            + " mv \"$MCP_ELICIT_REQUEST_FILE.new\" \"$MCP_ELICIT_REQUEST_FILE\";"
            + " echo '{\"jsonrpc\":\"2.0\",\"method\":\"bullpen/asking\"}' >> \"$MCP_PROGRESS_STREAM\";"
            + " while [ ! -s \"$MCP_ELICIT_RESPONSE_FILE\" ]; do sleep 0.02; done;"
            + " cat \"$MCP_ELICIT_RESPONSE_FILE\"");
    tool("much", "head -c 1000000 /dev/zero | tr '\\0' x");
    tool("wait", "echo $$ >> \"$MCPBASH_PROJECT_ROOT/pids\"; sleep 600 & wait");
    engine =
        new Engine(
            new ServeOptions(
                root,
                Path.of("../../launcher/src/main").toRealPath(),
                new ServeOptions.Helpers(
                    PoolSize.of(workers, workers), 0, HELPER_HEAP, Isolation.AUTO),
                new ServeOptions.Graces(Duration.ZERO, Duration.ZERO, LONG),
                new ServeOptions.ClientLimits(
                    LINE_BYTES, PAGE, ANY_RATE, ANY_RATE, ANY_NUMBER, false),
                new ServeOptions.StateRule(LONG, ServeOptions.StateUse.MANY),
                ScriptLimits.NONE,
                Optional.empty(),
                environment,
                false),
            new PoolSettings(
                ProgramBench.helper(), PoolSize.of(workers, workers), 0, Isolation.AUTO),
            Optional.empty());
  }

  private void tool(String name, String script) throws IOException {
    Path file =
        Files.writeString(
            Files.createDirectories(root.resolve("tools").resolve(name)).resolve("tool.sh"),
            "#!/bin/sh\n" + script + "\n");
    file.toFile().setExecutable(true);
    Files.writeString(
        file.resolveSibling("tool.meta.json"),
        "{\"name\":\"%s\",\"description\":\"d\"}".formatted(name));
  }

  /** From now on each call needs the project's policy, which is a script. */
  void askPolicy() throws IOException {
    Path policy = Files.createDirectories(root.resolve("server.d")).resolve("policy.sh");
    Files.writeString(policy, "mcp_tools_policy_check() { return 0; }\n");
    for (Path each : List.of(root, policy.getParent(), policy)) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** The list of tools is so long; to be said before the first request. */
  void describe(String text) throws IOException {
    Files.writeString(
        root.resolve("tools/echo/tool.meta.json"),
        "{\"name\":\"echo\",\"description\":\"%s\"}".formatted(text));
  }

  TestClient client(String principal) {
    TestClient client = new TestClient(new Principal(principal, true));
    all.add(client);
    return client;
  }

  /** How many clients have so much to read that nothing more is begun for them. */
  long full() {
    return all.stream().filter(client -> client.session().client().isFull()).count();
  }

  int helpersStarted() {
    return engine.poolFigures().started();
  }

  @Override
  public void close() {
    engine.close("the test is over");
  }

  /** One client: what it sends, and all it has been sent. */
  final class TestClient {
    private final List<JsonNode> received = new ArrayList<>();
    private final StringBuilder unfinished = new StringBuilder();
    private final Session session;
    private volatile boolean isReading = true;

    TestClient(Principal principal) {
      OutgoingLines out =
          new OutgoingLines(new Received(), engine.outgoingBudget(), this::roomAgain);
      session = engine.open(principal, out);
      DaemonThreads.start("writer of " + principal.name(), out::write);
    }

    private void roomAgain() {
      engine.roomAgain(session);
    }

    Session session() {
      return session;
    }

    void send(String message) {
      byte[] line = message.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
      session.accept(Message.parse(line), line);
    }

    /** All messages so far. */
    List<JsonNode> received() {
      synchronized (received) {
        return List.copyOf(received);
      }
    }

    void awaitMessages(int count) {
      await()
          .atMost(LONG)
          .until(
              () -> {
                synchronized (received) {
                  return received.size() >= count;
                }
              });
    }

    void end() {
      engine.end(session, "this session has ended");
    }

    /** Whether the client reads; its writer waits until it does. */
    void stopReading() {
      isReading = false;
    }

    private void take(byte[] bytes, int from, int length) {
      while (!isReading) {
        LockSupport.park(this);
      }
      synchronized (received) {
        unfinished.append(new String(bytes, from, length, StandardCharsets.UTF_8));
        for (int end = unfinished.indexOf("\n"); end >= 0; end = unfinished.indexOf("\n")) {
          received.add(parsed(unfinished.substring(0, end)));
          unfinished.delete(0, end + 1);
        }
      }
    }

    private final class Received extends OutputStream implements ClientOutput {
      @Override
      public void write(int octet) {
        take(new byte[] {(byte) octet}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) {
        take(bytes, from, length);
      }

      @Override
      public OutputStream stream() {
        return this;
      }

      @Override
      public boolean takesAtOnce(int bytes) {
        return isReading;
      }

      @Override
      public CompletableFuture<Void> watchForClosing() {
        return new CompletableFuture<>();
      }
    }
  }

  private static JsonNode parsed(String line) {
    try {
      return Json.parse(line);
    } catch (JsonException e) {
      throw new AssertionError(line, e);
    }
  }
}
