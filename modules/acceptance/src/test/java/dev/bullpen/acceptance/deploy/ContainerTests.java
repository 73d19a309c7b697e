package dev.bullpen.acceptance.deploy;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.acceptance.http.TokenFile;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Tokens;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.McpProcess;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.client.Transcript;
import dev.bullpen.testkit.fixture.DeployExample;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.observer.Observer;
import dev.bullpen.testkit.observer.Search;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.proc.ProcessTable;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * The command of the Containerfile, run as a container would and the manifest asks: as pid 1 of
 * another user than root, on a file system that is read-only but for a {@code /tmp} in which
 * nothing may be executed, with a token file as Kubernetes mounts one.
 */
@Needs({"unshare", "setpriv", "setsid"})
class ContainerTests {
  private static final String TOKEN = "token-of-a-container-" + "t".repeat(32);
  private static final int USER = 10_001;
  private static final Pattern SERVING = Pattern.compile("serving http://[^ ]*:(\\d+)/");

  /** Its arguments are the user, the group that may read secrets, and the command. */
  private static final String CONTAINER =
      """
      mount -t tmpfs -o noexec,nosuid,mode=0777 tmpfs /tmp && mount -o remount,bind,ro / &&
        user=$1 group=$2 && shift 2 && cd / &&
        exec setpriv --no-new-privs --bounding-set=-all --reuid "$user" --regid "$user" \
          --groups "$group" env -u HOME BULLPEN_CACHE=/tmp/bullpen-cache "$@"
      """;

  private static final String PROBE =
      """
      echo "user $(id -u)"
      for file in /root-is-writable "$0"; do (: >>"$file") 2>/dev/null && echo "wrote $file"; done
      cp /bin/sleep /tmp/sleep && { /tmp/sleep 0 2>/dev/null && echo "executed"; }
      echo "wrote $(: >"$TMPDIR/file" && echo TMPDIR)"
      """;

  @AutoClose static final Observer OBSERVER = Observer.start();

  /** In the environment of the server and of what the tools leave behind. */
  private final String mark = Tokens.fresh();

  private Path folder;
  private Path tokens;

  /** Not in the usual folder for temporary files, which a container does not see. */
  @BeforeEach
  void a_project_and_a_secret() throws IOException {
    assumeTrue(Launcher.isRoot(), "only root can become another user, as a container does");
    folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "container-");
    assumeTrue(
        Sh.succeeds(
            "chmod 755 \"$1\" && unshare --mount --pid --fork --mount-proc /bin/sh -c \"$2\" sh %d %d test -r \"$1\" -a -r \"$3\""
                .formatted(USER, USER),
            folder.toString(),
            CONTAINER,
            Launcher.packaged().command().get(0)),
        "nobody may mount here, or another user may not read the checkout");
    ProjectFixture project = ProjectFixture.in(Files.createDirectory(folder.resolve("project")));
    String daemon = "setsid sh -c 'sleep 600 >/dev/null 2>&1 &'\n";
    project
        .tool("probe", PROBE)
        .tool("leaves", "export mark=" + mark + "\n" + daemon + "echo left\n")
        .tool("stays", "export mark=" + mark + "\n" + daemon + "exec sleep 600\n")
        .write();
    Path version = Files.createDirectories(folder.resolve("secrets/..1"));
    TokenFile.write(
        version.resolve("tokens"),
        "{\"name\":\"alice\",\"sha256\":\"%s\",\"tools\":[\"*\"]}"
            .formatted(TokenFile.hash(TOKEN)));
    tokens = folder.resolve("secrets/tokens");
    Files.createSymbolicLink(folder.resolve("secrets/..data"), Path.of("..1"));
    Files.createSymbolicLink(tokens, Path.of("..data/tokens"));
    Sh.run(
        "chgrp -R %d \"$1\" && chmod 3777 \"$1\" && chmod 2755 \"$1/..1\"".formatted(USER),
        folder.resolve("secrets").toString());
    permit("440");
    Sh.run("chmod -R a+rX \"$1\"", folder.resolve("project").toString());
  }

  private void permit(String mode) {
    Sh.run("chmod " + mode + " \"$1\"", tokens.toString());
  }

  @AfterEach
  void remove() throws IOException {
    if (folder != null) {
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  /** What the Containerfile says, with this checkout's paths, and ports that are free. */
  private Launcher container() {
    List<String> words =
        new ArrayList<>(
            List.of("unshare", "--mount", "--pid", "--fork", "--mount-proc", "/bin/sh", "-c"));
    words.addAll(List.of(CONTAINER, "sh", "" + USER, "" + USER));
    for (String word : Containerfile.read(DeployExample.of("Containerfile")).command()) {
      words.add(
          switch (word) {
            case "/opt/bullpen/bin/launcher" -> Launcher.packaged().command().get(0);
            case "0.0.0.0:8080" -> "0.0.0.0:0";
            case "127.0.0.1:9090" -> "127.0.0.1:0";
            case "/etc/bullpen/tokens" -> tokens.toString();
            default -> word;
          });
    }
    return Launcher.of(words.toArray(String[]::new))
        .environment("BULLPEN_PROJECT", folder.resolve("project").toString())
        .environment("MCP_TEST_TOKEN", mark);
  }

  private static int port(McpProcess process) {
    Matcher[] found = new Matcher[1];
    await()
        .atMost(McpClient.PATIENCE)
        .until(
            () -> {
              found[0] = SERVING.matcher(process.stderr().text());
              return found[0].find() || !process.running();
            });
    assertTrue(process.running(), process.stderr()::text);
    return Integer.parseInt(found[0].group(1));
  }

  private static HttpReply send(HttpConnection connection, String tool) {
    ObjectNode params = Messages.callTool(tool, "{}");
    params.set("_meta", Revision.V2026_07_28.envelope());
    return connection.send(
        HttpCall.modern(Messages.request(1, "tools/call", params))
            .header("Authorization", "Bearer " + TOKEN),
        new Transcript());
  }

  private static String call(int port, String tool) {
    try (HttpConnection connection = new HttpConnection(port)) {
      return send(connection, tool).response().at("/result/content/0/text").asString("");
    }
  }

  @Test
  void as_pid_1_it_serves_and_leaves_nothing() {
    try (McpProcess process = container().start()) {
      int port = port(process);
      assertEquals("user " + USER + "\nwrote TMPDIR\n", call(port, "probe"));
      assertEquals("left\n", call(port, "leaves"));
      assertNoneLeft(process);
      a_helper_that_is_killed_leaves_no_zombie(process, port);
      assertEquals("left\n", call(port, "leaves"));
      List<Proc> family = ProcessTable.now().below(process.pid());
      Signal.TERM.to(server(process).pid());
      assertEquals(
          OptionalInt.of(0),
          process.awaitExit(Deadline.in(McpClient.PATIENCE)),
          process.stderr()::text);
      assertNone(Search.token(mark).and(family));
    }
  }

  /** What has been adopted by pid 1 is ended by it, and waited for. */
  private void a_helper_that_is_killed_leaves_no_zombie(McpProcess process, int port) {
    try (HttpConnection connection = new HttpConnection(port)) {
      HttpReply reply = send(connection, "stays");
      List<Proc> sleeping = new ArrayList<>();
      await()
          .atMost(McpClient.PATIENCE)
          .until(
              () -> {
                sleeping.clear();
                sleeping.addAll(named(process, "sleep"));
                return sleeping.size() == 2;
              });
      helperOf(process, sleeping).forEach(helper -> Signal.KILL.to(helper.pid()));
      assertTrue(reply.response().toString().contains("rror"), "the call has failed");
      assertNone(new Search(List.of(), List.of(), server(process).pid()).and(sleeping));
    }
  }

  private static List<Proc> named(McpProcess process, String name) {
    return ProcessTable.now().below(process.pid()).stream()
        .filter(one -> one.running() && one.name().equals(name))
        .toList();
  }

  private static List<Proc> helperOf(McpProcess process, List<Proc> sleeping) {
    List<Proc> found =
        named(process, "java").stream()
            .filter(java -> sleeping.stream().anyMatch(sleep -> sleep.parent() == java.pid()))
            .toList();
    assertFalse(found.isEmpty(), "no helper runs the tool");
    return found;
  }

  /** What this JVM knows is the program that waits for the namespace's end. */
  private static Proc server(McpProcess process) {
    return ProcessTable.now().children(process.pid()).get(0);
  }

  private void assertNoneLeft(McpProcess process) {
    await().atMost(McpClient.PATIENCE).until(() -> named(process, "sleep").isEmpty());
  }

  private static void assertNone(Search search) {
    Sighting left = OBSERVER.awaitNone(search, Deadline.in(McpClient.PATIENCE));
    assertTrue(left.none(), left::toString);
  }

  @Test
  void control_a_secret_that_all_may_read_is_refused() {
    permit("444");
    try (McpProcess process = container().start()) {
      OptionalInt code = process.awaitExit(Deadline.in(McpClient.PATIENCE));
      assertTrue(code.isPresent() && code.getAsInt() != 0, code::toString);
      process.stderr().assertSays("can be read by other users");
    }
  }
}
