package dev.bullpen.faults.machine;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Nobody;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * The control socket: only its user's processes may ask, no job may, and asking holds up nothing.
 */
@EnabledOnOs(OS.LINUX)
@Tag("promise")
@Timeout(180)
@SuppressWarnings("try") // of some servers only the socket counts
class ControlSocketTests {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String STATUS = "{\"verb\":\"status\"}\n";

  /** Lines of the log that no socket's buffers take. */
  private static final int MANY = 4_000;

  /** Half of what the log lets wait for standard error before it drops lines. */
  private static final int AT_ONCE = 500;

  @TempDir Path temporary;
  private Path runtime;

  private record Ran(int code, String out, String err) {}

  /** Asks a socket, and prints what comes; another user runs it. */
  public static final class Probe {
    private Probe() {}

    /**
     * @param words the socket
     */
    public static void main(String[] words) throws IOException {
      ByteBuffer answer = ByteBuffer.allocate(100_000);
      try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(words[0]))) {
        try {
          channel.write(ByteBuffer.wrap("{\"verb\":\"status\"}\n".getBytes()));
        } catch (IOException closedBefore) {
          // There may be an answer all the same.
        }
        try {
          while (channel.read(answer) >= 0) {}
        } catch (IOException closedUnread) {
          // What has come counts.
        }
      }
      System.out.write(answer.array(), 0, answer.position());
      System.out.flush();
    }
  }

  @BeforeEach
  void a_runtime_folder() throws IOException {
    runtime = Files.createDirectory(temporary.toRealPath().resolve("run"));
  }

  private Launcher controlled(Launcher launcher) {
    return launcher
        .environment("BULLPEN_CONTROL", "on")
        .environment("XDG_RUNTIME_DIR", runtime.toString())
        .environment("TMPDIR", temporary.toString());
  }

  private Rig start(Consumer<ProjectFixture> project, UnaryOperator<Launcher> launcher) {
    return Rig.start(project, given -> launcher.apply(controlled(given)));
  }

  private Path socket(Rig rig) {
    return runtime.resolve("bullpen").resolve(Long.toString(rig.process().pid()));
  }

  private Path awaitSocket(Rig rig) {
    await().atMost(SOON).until(() -> Files.exists(socket(rig)));
    return socket(rig);
  }

  private Ran launcher(String... words) throws Exception {
    List<String> command = new ArrayList<>(Launcher.packaged().command());
    command.addAll(List.of(words));
    Path out = Files.createTempFile(temporary, "out", "");
    Path err = Files.createTempFile(temporary, "err", "");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("XDG_RUNTIME_DIR", runtime.toString());
    builder.environment().put("TMPDIR", temporary.toString());
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertTrue(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS), command.toString());
    } finally {
      process.destroyForcibly().waitFor();
    }
    return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  private static SocketChannel connect(Path socket, String request) throws IOException {
    SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)));
    return channel;
  }

  private static String readAll(SocketChannel channel) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer buffer = ByteBuffer.allocate(65_536);
    while (channel.read(buffer) >= 0) {
      all.write(buffer.array(), 0, buffer.position());
      buffer.clear();
    }
    return all.toString(StandardCharsets.UTF_8);
  }

  private static JsonNode ask(Path socket, String request) throws Exception {
    try (SocketChannel channel = connect(socket, request)) {
      return Json.parse(readAll(channel));
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void it_is_the_users_alone_no_verb_changes_anything_and_calls_that_run_are_shown_without_values()
      throws Exception {
    try (Rig rig =
        start(
            project -> project.tool("hold", ToolScripts.HOLD),
            launcher -> launcher.workers(4, 4))) {
      Path socket = awaitSocket(rig);
      assertEquals("rwx------", mode(socket.getParent()));
      assertEquals("rw-------", mode(socket));
      assertEquals(rig.process().pid(), ask(socket, STATUS).path("pid").longValue());
      for (String wrong : List.of("{\"verb\":\"stop\"}\n", "{}\n", "status\n")) {
        assertTrue(ask(socket, wrong).has("error"), wrong);
      }

      List<Job> jobs = Stream.of(1, 2, 3).map(number -> rig.beginTool("hold", 1)).toList();
      List<String> pids =
          jobs.stream().map(job -> job.ready().get(0).split(" ")[0]).sorted().toList();

      // A script may be ready before the server knows its pid.
      JsonNode status =
          await()
              .atMost(SOON)
              .until(
                  () -> ask(socket, STATUS),
                  said ->
                      said.path("calls")
                          .valueStream()
                          .allMatch(call -> call.path("pid").isNumber()));
      assertEquals(3, status.path("callCount").intValue(), status.toString());
      List<String> shown =
          status
              .path("calls")
              .valueStream()
              .peek(call -> assertEquals("hold", call.path("name").stringValue()))
              .map(call -> Long.toString(call.path("pid").longValue()))
              .sorted()
              .toList();
      assertEquals(pids, shown, status.toString());
      assertEquals("testkit 0", status.at("/sessions/0/client").stringValue());
      String text = launcher("status").out();
      for (Job job : jobs) {
        assertFalse((status + text + launcher("logs").out()).contains(job.token()), text);
      }
      assertTrue(text.contains("3, the longest first"), text);

      jobs.forEach(job -> rig.client().cancel(job.id()));
      JsonNode after =
          await()
              .atMost(SOON)
              .until(
                  () -> ask(socket, STATUS),
                  said ->
                      said.path("callCount").intValue() == 0 && said.at("/failures/2").isObject());
      assertEquals("cancelled", after.at("/failures/2/outcome").stringValue(), after.toString());
      rig.process().signal(Signal.TERM);
      await().atMost(SOON).until(() -> Files.notExists(socket.getParent()));
    }
  }

  static Stream<String> isolations() {
    return Size.first(2, "group", "auto");
  }

  /** The same command that a person types, of which a script cleans all that could mark it. */
  @ParameterizedTest
  @MethodSource("isolations")
  @Needs("setsid")
  void a_script_of_a_tool_is_refused_also_as_a_daemon_without_its_environment(String isolation)
      throws Exception {
    Path said = temporary.resolve("said");
    String asks =
        "env -i PATH=\"$PATH\" JAVA_HOME='%s' XDG_RUNTIME_DIR='%s' '%s' status >'%s' 2>&1; echo ended $? >>'%s'"
            .formatted(
                System.getProperty("java.home"),
                runtime,
                Launcher.packaged().command().get(0),
                said,
                said);
    try (Rig rig =
        start(
            project ->
                project
                    .tool("asks", "(" + asks + ")\n")
                    .script("ask.sh", asks + "\n")
                    .tool(
                        "daemon",
                        "setsid sh -c '( sh ./ask.sh ) & exit 0' </dev/null >/dev/null 2>&1\n"
                            + "while ! grep -q ended '%s'; do sleep 0.05; done\n".formatted(said)),
            launcher -> launcher.workers(1, 1).with("--isolation", isolation))) {
      awaitSocket(rig);
      for (String tool : List.of("asks", "daemon")) {
        Files.writeString(said, "");
        rig.client().await(rig.client().send("tools/call", tool(tool)), SOON);
        String text = Files.readString(said);
        assertTrue(text.contains("refused: "), tool + " was told: " + text);
        assertTrue(text.contains("ended 1"), tool + " was told: " + text);
      }
      rig.process().stderr().assertSays("the control socket is refused");
      Ran control = launcher("status");
      assertEquals(0, control.code(), control.toString());
      rig.assertNoJobs();
    }
  }

  private static JsonNode tool(String name) {
    return Messages.callTool(name, "{}");
  }

  @Test
  @Needs("setpriv")
  void another_user_is_kept_out_by_the_folder_and_refused_where_that_is_open() throws Exception {
    assumeTrue(Launcher.isRoot(), "another user is needed: run this as root");
    // Where the other user may read it.
    String name = Probe.class.getName();
    Path classFile = temporary.resolve(name.replace('.', '/') + ".class");
    Files.createDirectories(classFile.getParent());
    try (InputStream in = Probe.class.getResourceAsStream(classFile.getFileName().toString())) {
      Files.copy(in, classFile);
    }
    Sh.run("chmod -R a+rX \"$1\"", temporary.resolve("dev").toString());
    String probe = Nobody.BECOME + " \"$1\" -cp \"$2\" '" + name + "' \"$3\" 2>&1";
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    try (Rig rig = start(project -> {}, launcher -> launcher.workers(1, 1))) {
      Path socket = awaitSocket(rig);
      for (Path open = temporary; open.getNameCount() > 1; open = open.getParent()) {
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
      Files.setPosixFilePermissions(runtime, PosixFilePermissions.fromString("rwxr-xr-x"));
      String kept = Sh.failed(probe, java, temporary.toString(), socket.toString());
      assertTrue(kept.contains("Permission denied"), kept);

      Files.setPosixFilePermissions(
          socket.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
      Sh.run(
          probe + " | grep 'refused: .* of user'", java, temporary.toString(), socket.toString());
      assertTrue(ask(socket, STATUS).has("pid"), "the control: its own user is told");
      Files.setPosixFilePermissions(
          socket.getParent(), PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Tag("slow")
  @Test
  void two_servers_are_shown_one_where_it_is_switched_off_and_one_that_is_killed_are_not()
      throws Exception {
    try (Rig off =
            start(project -> {}, launcher -> launcher.workers(1, 1).with("--control", "off"));
        Rig rig = start(project -> {}, launcher -> launcher.workers(1, 1));
        Rig other = start(project -> {}, launcher -> launcher.workers(1, 1))) {
      Path socket = awaitSocket(rig);
      awaitSocket(other);
      assertTrue(Files.notExists(socket(off)), "it was started before the others");
      JsonNode both = Json.parse(launcher("status", "--json").out()).path("servers");
      assertEquals(2, both.size(), both.toString());
      JsonNode one =
          Json.parse(launcher("status", "--json", "--project", rig.project().toString()).out())
              .path("servers");
      assertEquals(1, one.size(), one.toString());
      assertEquals(rig.process().pid(), one.at("/0/pid").longValue());
      Ran which = launcher("logs");
      assertEquals(1, which.code(), which.toString());
      assertTrue(which.err().contains("--pid " + rig.process().pid()), which.toString());

      var family = rig.family();
      rig.process().signal(Signal.KILL);
      rig.assertNothing(family, SOON);
      assertTrue(Files.exists(socket), "the control: a killed server leaves its socket");
      Ran gone = launcher("status", "--pid", Long.toString(rig.process().pid()));
      assertEquals(1, gone.code(), gone.toString());
      assertTrue(gone.err().contains("no server"), gone.toString());
      assertTrue(Files.notExists(socket), "it is removed by the command");
      assertEquals(0, launcher("status").code());
    }
  }

  @Tag("slow")
  @Test
  void a_reader_of_the_log_that_does_not_read_is_dropped_and_one_that_does_has_lines_as_they_come()
      throws Exception {
    try (Rig rig = start(project -> {}, launcher -> launcher.workers(1, 1))) {
      Path socket = awaitSocket(rig);
      rig.settled();
      try (SocketChannel reader =
          connect(socket, "{\"verb\":\"logs\",\"lines\":0,\"follow\":true}\n")) {
        for (int i = 0; i < MANY; i++) {
          rig.client().callTool("nowhere-" + "x".repeat(80) + i, "{}");
          if ((i + 1) % AT_ONCE == 0) {
            rig.process().stderr().assertSays("x" + i + " failed");
          }
        }
        assertEquals(rig.process().pid(), ask(socket, STATUS).path("pid").longValue());
        // What is left of threads and descriptors when it has been dropped.
        rig.assertCalm();
        String read = readAll(reader);
        assertFalse(read.contains("x" + (MANY - 1) + " failed"), "it was not dropped");
        assertTrue(read.contains("nowhere-"), "the control: it was served before");
      }
      lines_are_followed_as_they_come(rig);
    }
  }

  private void lines_are_followed_as_they_come(Rig rig) throws Exception {
    Path out = temporary.resolve("followed");
    List<String> command = new ArrayList<>(Launcher.packaged().command());
    command.addAll(List.of("logs", "--follow", "--level", "info"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("XDG_RUNTIME_DIR", runtime.toString());
    Process follower = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      rig.client().callTool("nowhere-1", "{}");
      await().atMost(SOON).until(() -> Files.readString(out).contains("nowhere-1"));
      rig.client().callTool("nowhere-2", "{}");
      await().atMost(SOON).until(() -> Files.readString(out).contains("nowhere-2"));
      rig.process().signal(Signal.TERM);
      assertTrue(follower.waitFor(SOON.toSeconds(), TimeUnit.SECONDS));
      assertEquals(0, follower.exitValue());
    } finally {
      follower.destroyForcibly().waitFor();
    }
  }

  @Tag("slow")
  @Test
  void where_there_is_no_folder_for_it_the_server_serves_and_says_so_once() throws Exception {
    Path file = Files.writeString(runtime.resolve("bullpen"), "mine");
    try (Rig rig =
        start(project -> {}, launcher -> launcher.workers(1, 1).environment("TMPDIR", "/proc"))) {
      rig.process().stderr().assertSays("no control socket");
      assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "x").values());
      assertEquals("mine", Files.readString(file));
      assertEquals(2, rig.process().stderr().text().split("no control socket", -1).length);
    }
  }

  private static String sha256(String text) throws Exception {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  @Tag("slow")
  @Test
  void a_server_over_http_shows_where_it_is_and_names_of_principals_but_no_token()
      throws Exception {
    String secret = "s3cret".repeat(6);
    Path tokens =
        Files.writeString(
            temporary.resolve("tokens.json"),
            "{\"tokens\":[{\"name\":\"build\",\"sha256\":\"%s\",\"tools\":[\"*\"],\"prompts\":[\"*\"]}]}"
                .formatted(sha256(secret)));
    Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
    try (HttpRig rig =
        HttpRig.start(
            project -> project.tool("wait", ToolScripts.WAIT),
            launcher -> controlled(launcher.workers(1, 1).with("--token-file", tokens.toString())),
            Optional.of(secret))) {
      String token = rig.freshToken();
      HttpCall call = rig.tool("wait", "{'token':'" + token + "'}");
      var connection = rig.connect();
      Thread caller = new Thread(() -> rig.send(connection, call).response());
      caller.start();
      rig.ready(token, 1);
      Path socket = runtime.resolve("bullpen").resolve(Long.toString(rig.process().pid()));
      await().atMost(SOON).until(() -> Files.exists(socket));
      JsonNode status = ask(socket, STATUS);
      assertEquals("http", status.path("transport").stringValue());
      assertTrue(
          status.at("/addresses/0").stringValue().endsWith(":" + rig.port() + "/mcp"),
          status.toString());
      assertEquals("token:build", status.at("/calls/0/principal").stringValue());
      assertFalse((status + launcher("status", "--json").out()).contains(secret));
      assertFalse(launcher("logs").out().contains(secret));
      rig.gate().letThrough(token, "go");
      caller.join();
    }
  }
}
