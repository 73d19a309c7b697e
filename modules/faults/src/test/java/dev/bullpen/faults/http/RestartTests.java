package dev.bullpen.faults.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.Tokens;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.observer.Observer;
import dev.bullpen.testkit.observer.Search;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.proc.ProcessTable;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server that listens on a socket of systemd's is restarted while clients call: none is refused a
 * connection, and each call runs once and is answered.
 */
@Needs("python3")
@Tag("promise")
@Timeout(300)
class RestartTests {
  private static final int CLIENTS = 4;

  private static final int ROUNDS = Size.repeat(1, 30);

  /** Between two restarts, so that each comes in the midst of calls. */
  private static final int ANSWERS = 10;

  /** A server has started by then, and made some calls, on a machine that does other things. */
  private static final Duration STARTED = Duration.ofMinutes(1);

  private static final Duration BETWEEN_REFUSALS = Duration.ofMillis(10);

  private static final String ANSWERED = "answered";
  private static final String REFUSED = "refused a connection";

  @AutoClose static final Observer OBSERVER = Observer.start();

  @TempDir Path folder;
  private final String token = Tokens.fresh();
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<String, Integer> outcomes = new TreeMap<>();
  private Path ran;
  private Launcher launcher;

  @BeforeEach
  void a_project() throws IOException {
    ran = Files.createFile(folder.resolve("ran"));
    ProjectFixture project = ProjectFixture.in(Files.createDirectory(folder.resolve("project")));
    project
        .tool("runs", "echo \"$MCP_TOOL_ARGS_JSON\" >>'" + ran + "'; echo done\n")
        .tool("hangs", "echo begun >>'" + ran + "'; exec sleep 600\n")
        .tool("shows", "env; ls -l /proc/self/fd /proc/$PPID/fd; echo shown\n")
        .write();
    launcher =
        Launcher.packaged()
            .project(folder.resolve("project"))
            .workers(1, 2)
            .environment("BULLPEN_CACHE", folder.resolve("cache").toString())
            .environment("MCP_TEST_TOKEN", token)
            .environment("MCPBASH_TOOL_ALLOWLIST", "*")
            .environment("MCPBASH_TOOL_ENV_MODE", "inherit")
            .environment("MCPBASH_TOOL_ENV_INHERIT_ALLOW", "true")
            .visible()
            .with("--anonymous");
  }

  static Stream<String> sockets() {
    return Size.first(2, "127.0.0.1", "unix");
  }

  @ParameterizedTest
  @MethodSource("sockets")
  void each_call_is_answered_and_has_run_once(String where) throws Exception {
    SocketParent.Passing passing =
        where.equals("unix")
            ? SocketParent.Passing.unix(folder.resolve("socket"), "600")
            : SocketParent.Passing.internet(where);
    restart(launcher.with("--http", "systemd"), passing);

    assertEquals(List.of(ANSWERED), List.copyOf(outcomes.keySet()), outcomes::toString);
    List<String> lines = Files.readAllLines(ran);
    assertEquals(ids.get(), lines.size(), "each has run");
    assertEquals(lines.size(), lines.stream().distinct().count(), "and no more than once");
    if (where.equals("unix")) {
      assertTrue(Files.exists(folder.resolve("socket")), "its file belongs to systemd");
    }
  }

  @Tag("slow")
  @Test
  void control_a_server_with_a_socket_of_its_own_is_not_there_meanwhile() throws Exception {
    restart(launcher.with("--http", "127.0.0.1:PORT"), SocketParent.Passing.nothing());

    assertTrue(outcomes.containsKey(REFUSED), () -> "the control shows nothing: " + outcomes);
  }

  /** Servers, one after the other, while clients call. */
  private void restart(Launcher with, SocketParent.Passing passing) throws Exception {
    List<Proc> family = new ArrayList<>();
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try (SocketParent parent = SocketParent.begin(with, passing, folder.resolve("errors"))) {
      parent.start();
      for (int client = 0; client < CLIENTS; client++) {
        clients.execute(() -> callUntil(over, parent.address()));
      }
      for (int round = 0; round < ROUNDS; round++) {
        awaitAnswers(ANSWERS);
        family.addAll(ProcessTable.now().below(parent.pid()));
        parent.end();
        parent.start();
      }
      awaitAnswers(ANSWERS);
      over.set(true);
      clients.shutdown();
      assertTrue(clients.awaitTermination(STARTED.toSeconds(), TimeUnit.SECONDS));
      family.addAll(ProcessTable.now().below(parent.pid()));
      assertTrue(family.size() >= 3 * (ROUNDS + 1), "servers, guards and helpers");
    } finally {
      over.set(true);
      clients.shutdownNow();
    }
    assertNothing(family);
  }

  private void assertNothing(List<Proc> family) {
    Sighting left =
        OBSERVER.awaitNone(Search.token(token).and(family), Deadline.in(McpClient.PATIENCE));
    assertTrue(left.none(), left::toString);
  }

  private void callUntil(AtomicBoolean over, SocketAddress address) {
    while (!over.get()) {
      String outcome = outcome(address);
      note(outcome);
      if (outcome.equals(REFUSED)) { // the server that is starting needs the processor
        LockSupport.parkNanos(BETWEEN_REFUSALS.toNanos());
      }
    }
  }

  private String outcome(SocketAddress address) {
    try {
      String answer = call(address, "runs", "{'id':" + ids.incrementAndGet() + "}");
      return answer.startsWith("HTTP/1.1 200 ") && answer.contains("done") ? ANSWERED : answer;
    } catch (ConnectException e) {
      return REFUSED;
    } catch (IOException e) {
      return e.toString();
    }
  }

  private void note(String outcome) {
    synchronized (outcomes) {
      outcomes.merge(outcome, 1, Integer::sum);
    }
  }

  private int answers() {
    synchronized (outcomes) {
      return outcomes.getOrDefault(ANSWERED, 0);
    }
  }

  private void awaitAnswers(int more) throws IOException {
    int before = answers();
    boolean came = Poll.until(Deadline.in(STARTED), () -> answers() >= before + more);
    assertTrue(came, outcomes + Files.readString(folder.resolve("errors")));
  }

  /** The whole answer to a call on a connection of its own. */
  private static String call(SocketAddress address, String tool, String arguments)
      throws IOException {
    ObjectNode params = Messages.callTool(tool, arguments);
    params.set("_meta", Revision.V2026_07_28.envelope(Messages.json("{}")));
    HttpCall call =
        HttpCall.modern(Messages.request(1, "tools/call", params))
            .header("Accept", "application/json")
            .header("Connection", "close");
    String host = address.toString().replaceFirst("^.*/", "").replaceFirst("^[a-z]+$", "localhost");
    try (SocketChannel channel = SocketChannel.open(address)) {
      ByteBuffer request = ByteBuffer.wrap(call.bytes(host));
      while (request.hasRemaining()) {
        channel.write(request);
      }
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      ByteBuffer read = ByteBuffer.allocate(64 * 1024);
      while (channel.read(read) >= 0) {
        answer.write(read.array(), 0, read.position());
        read.clear();
      }
      return answer.toString(UTF_8);
    }
  }

  private void neither_the_socket_nor_its_variables_reach_a_script(SocketParent parent, int server)
      throws IOException {
    String shown = call(parent.address(), "shows", "{}");
    assertTrue(shown.contains("shown") && shown.contains("/proc/self/fd"), shown);
    assertTrue(shown.contains(token), "it has the environment of the server: " + shown);
    assertFalse(shown.contains("LISTEN_"), shown);
    assertFalse(shown.contains(parent.link()), shown);
    assertTrue(hasOpen(server, parent.link()), "the control shows nothing");
  }

  private static boolean hasOpen(int pid, String link) throws IOException {
    try (var descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      for (Path descriptor : descriptors.toList()) {
        if (Files.readSymbolicLink(descriptor).toString().equals(link)) {
          return true;
        }
      }
      return false;
    }
  }

  private SocketParent begin(SocketParent.Passing passing) throws IOException {
    return SocketParent.begin(
        launcher.with("--http", "systemd"), passing, folder.resolve("errors"));
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, 0, 1, 2, can be reached from others",
    "/socket, 660, 1, 2, set SocketMode=0600",
    "127.0.0.1, 0, 2, 1, systemd passes 2 sockets",
    "127.0.0.1, 0, 0, 2, systemd has passed no listening stream socket"
  })
  void what_is_passed_is_held_to_the_rules(
      String where, String mode, int count, int code, String sentence) throws Exception {
    String place = where.startsWith("/") ? folder + where : where;
    List<Proc> family;
    try (SocketParent parent = begin(new SocketParent.Passing(place, mode, count))) {
      parent.start();
      assertEquals(code, parent.await());
      family = ProcessTable.now().below(parent.pid());
    }
    String said = Files.readString(folder.resolve("errors"));
    assertTrue(said.contains(sentence), said);
    assertNothing(family);
  }

  /** The JDK takes the error output away when it closes such a socket. */
  @Tag("slow")
  @Test
  void no_script_or_helper_has_the_socket_and_the_log_goes_on_until_the_end() throws Exception {
    List<Proc> family;
    ExecutorService client = Executors.newSingleThreadExecutor();
    try (SocketParent parent =
        SocketParent.begin(
            launcher.with("--http", "systemd", "--drain", "0"),
            SocketParent.Passing.internet("127.0.0.1"),
            folder.resolve("errors"))) {
      int server = parent.start();
      neither_the_socket_nor_its_variables_reach_a_script(parent, server);
      Future<String> answer = client.submit(() -> call(parent.address(), "hangs", "{}"));
      assertTrue(Poll.until(Deadline.in(McpClient.PATIENCE), () -> ran.toFile().length() > 0));
      family = ProcessTable.now().below(parent.pid());
      parent.end();
      assertTrue(answer.get().contains("server is ending"), answer.get());
    } finally {
      client.shutdownNow();
    }
    String said = Files.readString(folder.resolve("errors"));
    assertTrue(
        said.contains("The server is ending, so this call was stopped before it had finished"),
        said);
    assertNothing(family);
  }
}
