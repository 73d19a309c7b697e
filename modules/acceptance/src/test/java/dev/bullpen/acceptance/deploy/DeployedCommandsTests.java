package dev.bullpen.acceptance.deploy;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import dev.bullpen.acceptance.http.TokenFile;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Tokens;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.McpProcess;
import dev.bullpen.testkit.fixture.DeployExample;
import dev.bullpen.testkit.observer.Observer;
import dev.bullpen.testkit.observer.Search;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands in the examples of a fleet start a server. Its files and addresses are here. */
class DeployedCommandsTests {
  @AutoClose static final Observer OBSERVER = Observer.start();

  @TempDir Path folder;
  private final String mark = Tokens.fresh();

  @BeforeEach
  void what_a_replica_has() throws IOException {
    ProjectFixture.in(Files.createDirectory(folder.resolve("project"))).write();
    TokenFile.write(folder.resolve("tokens"));
    Files.copy(folder.resolve("tokens"), folder.resolve("fleet-key")); // for its mode
    Files.writeString(folder.resolve("fleet-key"), "0123456789abcdef".repeat(4) + "\n");
  }

  @Test
  void that_of_the_unit_does() {
    serves(unit());
  }

  private static List<String> unit() {
    String text = DeployExample.of("bullpen.service.d/fleet.conf").text();
    String begin = "ExecStart=/";
    String command = text.substring(text.indexOf(begin) + begin.length() - 1);
    return List.of(
        command
            .replaceAll("\\\\\n\\s*", "")
            .replace("'*'", "*")
            .lines()
            .findFirst()
            .orElseThrow()
            .split(" +"));
  }

  @Test
  void that_of_the_stateful_set_does() {
    List<String> words = new ArrayList<>(List.of("/opt/bullpen/bin/launcher"));
    DeployExample set = DeployExample.of("kubernetes/statefulset.yaml");
    for (JsonElement word :
        Manifest.all(set.text())
            .get(0)
            .at("spec/template/spec/containers/0/args")
            .getAsJsonArray()) {
      words.add(word.getAsString());
    }
    serves(words);
  }

  @Test
  void control_a_word_that_a_server_does_not_know_ends_it() {
    List<String> words = new ArrayList<>(unit());
    words.set(words.indexOf("--node"), "--nodes");
    try (McpProcess process = here(words).start()) {
      assertEquals(OptionalInt.of(2), process.awaitExit(Deadline.in(McpClient.PATIENCE)));
    }
  }

  private void serves(List<String> words) {
    try (McpProcess process = here(words).start()) {
      await()
          .atMost(McpClient.PATIENCE)
          .until(() -> process.stderr().text().contains("serving http") || !process.running());
      assertTrue(process.running(), process.stderr()::text);
      process.signal(Signal.TERM);
      process.signal(Signal.TERM); // so that it does not wait for a balancer
      assertEquals(OptionalInt.of(0), process.awaitExit(Deadline.in(McpClient.PATIENCE)));
    }
    Sighting left = OBSERVER.awaitNone(Search.token(mark), Deadline.in(McpClient.PATIENCE));
    assertTrue(left.none(), left::toString);
  }

  private Launcher here(List<String> words) {
    String project = folder.resolve("project").toString();
    String[] command =
        words.stream()
            .map(word -> word.equals("10.0.0.11:8080") ? "127.0.0.1:0" : word)
            .map(word -> word.replace("0.0.0.0:8080", "127.0.0.1:0"))
            .map(word -> word.replace("127.0.0.1:9090", "127.0.0.1:0"))
            .map(word -> word.replace("$(POD_NAME)", "bullpen-0"))
            .map(word -> word.replace("%d/", folder + "/"))
            .map(word -> word.replace("/etc/bullpen/", folder + "/"))
            .map(word -> word.replace("/srv/project", project))
            .map(
                word ->
                    word.equals("/opt/bullpen/bin/launcher")
                        ? Launcher.packaged().command().get(0)
                        : word)
            .toArray(String[]::new);
    return Launcher.of(command)
        .environment("BULLPEN_PROJECT", project)
        .environment("BULLPEN_CACHE", folder.resolve("cache").toString())
        .environment("MCP_TEST_TOKEN", mark);
  }
}
