package dev.bullpen.acceptance.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.ForEachRevision;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.schema.SchemaCheck;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import tools.jackson.databind.JsonNode;

/** Every line that is written is valid by the official schema of its revision. */
@Tag("promise")
class TranscriptSchemaTests {
  /** Members that no result had before 2026-07-28. */
  private static final Set<String> STATELESS =
      Set.of("resultType", "ttlMs", "cacheScope", "inputRequests", "requestState");

  @ForEachRevision
  void a_session_with_all_kinds_of_answers_is_valid(Revision revision) {
    try (Rig rig =
        Rig.start(
            revision,
            project -> project.provider("failing", "exit 3\n").prompt("plain", "free"),
            launcher -> launcher.workers(1, 1))) {
      McpClient client = rig.client();
      client.ping();
      client.complete(Rig.FAST, "query", "x");
      client.complete("plain", "free", "x");
      client.complete("failing", "query", "x");
      client.complete("no-such", "query", "x");
      client.call("completion/complete", Messages.json("{'ref':7}"));
      client.call("no/such", Messages.json("{}"));
      client.call("initialize", Messages.initialize("2025-11-25"));
      Job job = rig.begin(Rig.HOLD, 1);
      client.cancel(job.id());
      rig.assertGone(job, McpClient.PATIENCE);
      special(rig, revision);
      client.ping();

      List<String> problems = new SchemaCheck(revision).problems(rig.process().transcript());
      assertEquals(List.of(), problems);
      for (Line line : rig.process().transcript().received()) {
        if (revision.handshake()) {
          assertLegacy(line);
        } else {
          assertTrue(!line.json().orElseThrow().has("method"), "FR-20, CN-05: " + line);
        }
      }
    }
  }

  /** What only this revision has, or allows. */
  private static void special(Rig rig, Revision revision) {
    switch (revision) {
      case V2025_03_26 -> {
        rig.process()
            .sendLine(
                "[{\"jsonrpc\":\"2.0\",\"id\":\"b1\",\"method\":\"ping\"},"
                    + "{\"jsonrpc\":\"2.0\",\"id\":\"b2\",\"method\":\"no/such\"}]");
        assertTrue(
            rig.process()
                .transcript()
                .awaitResponse("\"b1\"", Deadline.in(McpClient.PATIENCE))
                .isPresent());
      }
      case V2025_11_25 -> rig.process().sendLine("not json");
      case V2026_07_28 -> {
        rig.process().sendLine("not json");
        rig.client().call("tools/list", Messages.json("{}"));
        long id = 1_000_000;
        rig.process()
            .send(
                Messages.request(
                    id,
                    "server/discover",
                    Messages.json(
                        "{'_meta':{'io.modelcontextprotocol/protocolVersion':'2099-01-01',"
                            + "'io.modelcontextprotocol/clientCapabilities':{}}}")));
        assertTrue(
            rig.process()
                .transcript()
                .awaitResponse(Long.toString(id), Deadline.in(McpClient.PATIENCE))
                .isPresent());
      }
      default -> {
        // the others have nothing of their own
      }
    }
  }

  /** LC-09: nothing of the stateless revision is in a result of an older one. */
  private static void assertLegacy(Line line) {
    JsonNode result = line.json().orElseThrow().path("result");
    result.propertyNames().forEach(name -> assertTrue(!STATELESS.contains(name), line.toString()));
    assertTrue(!result.path("_meta").has("io.modelcontextprotocol/serverInfo"), line.toString());
  }
}
