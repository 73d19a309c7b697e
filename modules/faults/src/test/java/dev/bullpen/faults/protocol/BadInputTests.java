package dev.bullpen.faults.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Requests by the thousand that are wrong somewhere: each is answered properly, and nobody dies.
 */
class BadInputTests {
  /** So many are on their way at a time, as with a client that does not wait. */
  private static final int AT_ONCE = 50;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static void project(ProjectFixture project) {
    project.tool(
        "strict",
        "{'timeoutSecs':10,'inputSchema':{'type':'object','properties':{'text':{'type':'string',"
            + "'maxLength':1000},'count':{'type':'integer','minimum':0}},'required':['text'],"
            + "'additionalProperties':false}}",
        ToolScripts.HELLO);
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void every_one_gets_one_answer_and_nothing_is_left(Revision revision) {
    int requests = Size.repeat(2_000, 20_000) / 2;
    BadRequests bad = new BadRequests(Chance.of("bad input, " + revision));
    int served = 0;
    int refused = 0;
    try (Rig rig =
        Rig.start(revision, BadInputTests::project, launcher -> launcher.workers(3, 3)).settled()) {
      for (int sent = 0; sent < requests; sent += AT_ONCE) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
          ids.add(send(rig, bad));
        }
        for (long id : ids) {
          Answer answer = rig.client().await(id, PATIENCE);
          assertProper(answer);
          if (answer.failed() || answer.isError()) {
            refused++;
          } else {
            served++;
          }
        }
        assertTrue(rig.process().running());
      }
      for (long id = 1; id <= requests; id++) {
        assertTrue(rig.client().answers(id) <= 1, id + " was answered twice");
      }
      System.out.printf(
          "[measured] bad input, %s: %d refused, %d served%n", revision, refused, served);
      assertTrue(refused > requests / 2, "hardly anything was bad: " + refused);
      assertEquals("hello\n", rig.client().callTool("strict", "{'text':''}").text());
      rig.assertCalm();
    }
  }

  private static long send(Rig rig, BadRequests bad) {
    String method = bad.method();
    return rig.client().send(method, bad.params(method));
  }

  private static void assertProper(Answer answer) {
    if (answer.failed()) {
      int code = answer.code().orElse(0);
      assertTrue(
          code >= -32700 && code <= -32600
              || code == -32000
              || code == -32002
              || code == -32021
              || code == -32022
              || code > 0,
          answer.message().toString());
      assertTrue(!answer.errorText().isBlank(), answer.message().toString());
      assertTrue(!answer.message().toString().contains("Exception"), answer.message().toString());
    } else {
      assertTrue(answer.result().isObject(), answer.message().toString());
    }
  }
}
