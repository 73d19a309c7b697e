package dev.bullpen.faults.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.HttpReply.Event;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.HttpSession;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Scripts;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client of 2026-07-28 that closes its connection has cancelled its call: nothing is left of the
 * tool, neither its pipeline nor a daemon that has left its group. To older clients a connection is
 * nothing: the tool goes on.
 */
@Needs({"bash", "setsid"})
@Tag("promise")
class CloseIsCancelTests {
  private static final Duration GONE_WITHIN = Duration.ofSeconds(1);

  /** In which a tool whose client had gone would be gone. */
  private static final Duration CONTROL = Duration.ofSeconds(2);

  /** The pipeline, the daemon and the script, which all stay. */
  private static final int MEMBERS = 4;

  private static final String SLEEP = "exec sleep " + Scripts.SLEEP_SECONDS;

  private static final String FAMILY =
      ToolScripts.READY
          + ToolScripts.SAY
          + "member() { ready; "
          + SLEEP
          + "; }\nmember | member &\n"
          + ToolScripts.DAEMON.replace(SLEEP + "\n", "progress 1\n" + SLEEP + "\n");

  @AutoClose
  static final HttpRig RIG =
      HttpRig.start(CloseIsCancelTests::project, launcher -> launcher.workers(2, 3));

  private static void project(ProjectFixture project) {
    project
        .tool("family", FAMILY)
        .tool(
            "waits",
            ToolScripts.READY + ToolScripts.SAY + "progress 1\nenter\necho \"let: $word\"\n");
  }

  /** How a client leaves. */
  enum Leaving {
    /** Its end of the connection is closed in order. */
    FIN,
    /** It is reset. */
    RST,
    /** The client's process is killed. */
    KILL
  }

  @ParameterizedTest
  @CsvSource({"FIN, false", "RST, false", "KILL, false", "FIN, true", "RST, true", "KILL, true"})
  void nothing_is_left_of_a_tool_whose_client_has_gone(Leaving leaving, boolean isStream)
      throws Exception {
    List<Duration> gone = new ArrayList<>();
    for (int round = 0; round < Size.repeat(3, 100); round++) {
      String token = RIG.freshToken();
      HttpCall call = family(token, isStream);
      Job job;
      long left;
      if (leaving == Leaving.KILL) {
        Process client = client(call);
        job = RIG.ready(token, MEMBERS);
        left = System.nanoTime();
        Signal.KILL.to(client.pid());
      } else {
        HttpConnection connection = RIG.connect();
        HttpReply reply = RIG.send(connection, call);
        job = RIG.ready(token, MEMBERS);
        assertTrue(!isStream || reply.nextMessage().has("method"), "it is in the midst of it");
        left = System.nanoTime();
        leave(connection, leaving);
      }
      gone.add(RIG.assertGone(job).since(left));
    }
    String what = "HTTP client gone by %s, %s".formatted(leaving, isStream ? "stream" : "JSON");
    Percentiles percentiles = Percentiles.of(gone).report(what + ", nothing left after");
    Mark.atMost(what + ", p99", percentiles.p99(), GONE_WITHIN);
  }

  private static void leave(HttpConnection connection, Leaving leaving) {
    if (leaving == Leaving.FIN) {
      connection.close();
    } else {
      connection.reset();
    }
  }

  /** A process that makes a call and waits for its answer. */
  private static Process client(HttpCall call) throws IOException {
    Process client =
        new ProcessBuilder(
                "bash",
                "-c",
                "exec 3<>/dev/tcp/127.0.0.1/$0; cat >&3; exec cat <&3",
                Integer.toString(RIG.port()))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT)
            .start();
    client.getOutputStream().write(RIG.allowed(call).bytes("127.0.0.1:" + RIG.port()));
    client.getOutputStream().close();
    return client;
  }

  private static HttpCall family(String token, boolean isStream) {
    return RIG.modern("tools/call", params("family", token, isStream));
  }

  private static ObjectNode params(String tool, String token, boolean hasProgress) {
    ObjectNode params = Messages.callTool(tool, "{'token':'" + token + "'}");
    if (hasProgress) {
      params.set("_meta", Messages.json("{'progressToken':1}"));
    }
    return params;
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void control_while_the_connection_stays_the_tool_does(boolean isStream) {
    String token = RIG.freshToken();
    HttpConnection connection = RIG.connect();
    RIG.send(connection, family(token, isStream));
    Job job = RIG.ready(token, MEMBERS);
    RIG.connect().close(); // another's, of no request
    assertFalse(RIG.awaitGone(job, CONTROL).none(), "the control shows nothing: all were gone");
    connection.close();
    RIG.assertGone(job);
  }

  @ParameterizedTest
  @CsvSource({"FIN", "RST"})
  void a_tool_of_a_session_goes_on_and_its_answer_can_be_fetched(Leaving leaving) {
    HttpSession session = RIG.session(Revision.V2025_11_25, "{}");
    String token = RIG.freshToken();
    HttpConnection connection = RIG.connect();
    HttpCall call = session.post(RIG.request("tools/call", params("waits", token, true)));
    HttpReply reply = RIG.send(connection, call);
    Event primer = reply.next().orElseThrow();
    Event progress = reply.next().orElseThrow();
    Job job = RIG.ready(token, 1);
    leave(connection, leaving);
    assertFalse(RIG.awaitGone(job, CONTROL).none(), "a broken connection ended it");
    RIG.gate().letThrough(token, "go");
    List<Event> rest = session.resume(progress.id()).rest();
    assertEquals(1, rest.size(), rest.toString());
    assertTrue(rest.get(0).data().contains("let: go"), rest.toString());
    assertEquals(2, session.resume(primer.id()).rest().size(), "all that it had not seen");
  }

  @Test
  void a_cancel_by_message_is_none_for_this_revision() {
    String token = RIG.freshToken();
    HttpConnection connection = RIG.connect();
    HttpCall call = family(token, false);
    RIG.send(connection, call);
    Job job = RIG.ready(token, MEMBERS);
    long id = Messages.value(call.body()).get("id").longValue();
    HttpReply reply =
        RIG.send(
            HttpCall.modern(
                Messages.notification("notifications/cancelled", Messages.cancelled(id))));
    assertEquals(202, reply.status());
    assertFalse(RIG.awaitGone(job, CONTROL).none(), "another connection's message ended it");
    connection.reset();
    RIG.assertGone(job);
  }
}
