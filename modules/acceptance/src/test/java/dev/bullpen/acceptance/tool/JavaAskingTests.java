package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.AgreeableClient;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A tool in Java asks the person and the model at the client while it runs. */
class JavaAskingTests {
  private static final String SOURCE =
      """
      import dev.bullpen.api.*;

      class Invite implements Tool {
        @Override
        public ToolResult call(ToolRequest request) throws Exception {
          Form form = Form.of("Whom shall I invite?").choice("tone", "formal", "friendly");
          Elicited first = request.job().elicit(form);
          Elicited second = request.job().elicit(form);
          Sampled letter = request.job().sample(Sampling.of("Invite somebody", 200));
          return ToolResult.text(
              first.action() + " " + first.content().text("tone") + " " + second.action()
                  + " " + letter.text());
        }
      }
      """;

  private static void project(ProjectFixture project) {
    project
        .file("tools/invite/tool.meta.json", "{\"name\":\"invite\",\"description\":\"Invites\"}\n")
        .file("tools/invite/tool.java", SOURCE);
  }

  static Stream<Revision> revisions() {
    return Size.first(1, Revision.V2026_07_28, Revision.V2025_11_25);
  }

  @ParameterizedTest
  @MethodSource("revisions")
  void the_answers_reach_it(Revision revision) {
    AtomicReference<Path> root = new AtomicReference<>();
    try (Rig rig =
        Rig.start(
                revision,
                AgreeableClient.CAPABILITIES,
                project -> {
                  project(project);
                  root.set(project.root());
                },
                launcher -> launcher.workers(2, 2))
            .settled()) {
      AgreeableClient client = new AgreeableClient(rig.client(), root.get());
      Answer answer = client.call(Messages.callTool("invite", "{}"));
      assertEquals(
          "ACCEPT formal ACCEPT A haiku.", answer.text().strip(), answer.message().toString());
      assertEquals(
          List.of("elicitation/create", "elicitation/create", "sampling/createMessage"),
          client.asked().stream().filter(method -> !method.equals("roots/list")).toList());
      rig.assertCalm();
    }
  }

  @Test
  void one_that_is_cancelled_while_it_asks_keeps_its_helper() {
    try (Rig rig =
        Rig.start(
                Revision.V2025_11_25,
                "{'elicitation':{},'sampling':{}}",
                JavaAskingTests::project,
                // It has some milliseconds to heed its cancel, for which a busy machine may hold
                // it.
                launcher -> launcher.workers(1, 1).off("kill", "escalation"))
            .settled()) {
      List<Long> before = rig.helpers().stream().map(helper -> (long) helper.pid()).toList();
      Job job = rig.sendTool("invite");
      rig.client().asked(ElicitationTests.ASK, 0, McpClient.COMPILED);
      rig.client().cancel(job.id());
      assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "next").values());
      assertEquals(0, rig.client().answers(job.id()));
      rig.assertCalm(); // by then, another that came in its place while it asked has gone
      assertEquals(before, rig.helpers().stream().map(helper -> (long) helper.pid()).toList());
    }
  }
}
