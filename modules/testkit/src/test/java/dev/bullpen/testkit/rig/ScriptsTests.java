package dev.bullpen.testkit.rig;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Gate;
import dev.bullpen.testkit.Tokens;
import dev.bullpen.testkit.observer.Observer;
import dev.bullpen.testkit.observer.Search;
import dev.bullpen.testkit.observer.Sighting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptsTests {
  private static final Duration LONG = Duration.ofSeconds(20);

  @TempDir Path folder;

  @Test
  void a_pipeline_is_six_processes_and_their_shell() throws IOException {
    runs(Scripts.PIPELINE, 6, 7);
  }

  @Test
  void two_children_have_a_shell() throws IOException {
    runs(Scripts.TWO_CHILDREN, 2, 3);
  }

  @Test
  void the_daemon_is_in_a_session_of_its_own() throws IOException {
    List<String> left = runs(Scripts.DAEMON, 2, 2);
    assertTrue(session(left.get(0)) != session(left.get(1)), left.toString());
  }

  private static int session(String process) {
    return Integer.parseInt(process.replaceFirst(".* session=(\\d+) .*", "$1"));
  }

  private List<String> runs(String script, int lines, int processes) throws IOException {
    String token = Tokens.fresh();
    Path project =
        ProjectFixture.in(folder.resolve("project")).provider("some.provider", script).write();
    try (Gate gate = Gate.at(folder.resolve("gate"));
        Observer observer = Observer.start()) {
      ProcessBuilder builder =
          new ProcessBuilder(project.resolve("completions/some.provider.sh").toString());
      builder.environment().put("MCP_COMPLETION_QUERY", token);
      builder.environment().put("MCP_TEST_GATE", gate.path().toString());
      builder.start();
      assertEquals(lines, gate.await(token, lines, Deadline.in(LONG)).size());
      Sighting sighting =
          observer.awaitNone(Search.token(token), Deadline.in(Duration.ofMillis(50)));
      assertEquals(processes, sighting.left().size(), sighting.toString());
      assertTrue(observer.killAll(Search.token(token), Deadline.in(LONG)).none());
      return sighting.left();
    } finally {
      Files.deleteIfExists(folder.resolve("gate"));
    }
  }
}
