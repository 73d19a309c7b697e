package dev.bullpen.faults.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.fixture.JavaProviders;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whatever reads its standard input finds its end, at once: the protocol on the server's own is
 * read by nobody else. For tools, prompts and resources: {@code ToolCallTests}, {@code
 * PromptGetTests}, {@code ResourceProviderTests}.
 */
class InheritedInputTests {
  /** How many bytes there were to read. */
  private static final String COUNTS = "printf '[\"%s\"]\\n' $(wc -c)\n";

  private static Rig rig;

  @BeforeAll
  static void a_server() {
    rig = Rig.start(InheritedInputTests::project, launcher -> launcher.workers(1, 1)).settled();
  }

  @AfterAll
  static void end() {
    try (Rig ending = rig) {
      ending.assertCalm();
    }
  }

  private static void project(ProjectFixture project) {
    completion(project, "started", "{}");
    completion(project, "limited", "{'limits':{'openFiles':50}}");
    project.tool("limited", "{'limits':{'openFiles':50}}", "wc -c\n");
    JavaProviders.add(project, "in-java", "return Suggestions.of(\"\" + System.in.read());");
  }

  private static void completion(ProjectFixture project, String name, String members) {
    String path = "completions/" + name + ".sh";
    ObjectNode entry = Messages.json("{'name':'%s','path':'%s','timeoutSecs':10}", name, path);
    entry.setAll((ObjectNode) Messages.value(members));
    project.prompt(name, "query").script(path, COUNTS).entry("completions", entry);
  }

  /** Its values; the next line of the client has been left to the server. */
  private static List<String> complete(String name, String value) {
    Answer answer = rig.client().complete(name, "query", value);
    assertFalse(answer.failed(), answer.message().toString());
    assertFalse(rig.client().ping().failed());
    return answer.values();
  }

  @ParameterizedTest
  @ValueSource(strings = {"started", "limited"})
  void a_script_finds_nothing(String name) {
    assertEquals("0", complete(name, "").get(0));
  }

  @Test
  void a_tool_with_limits_finds_nothing() {
    assertEquals("0", rig.client().callTool("limited", Json.text(Json.object())).text().strip());
    assertFalse(rig.client().ping().failed());
  }

  @Test
  void a_program_in_java_finds_the_end() {
    assertEquals(List.of("-1"), complete("in-java", ""));
  }
}
