package dev.bullpen.faults.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A client of 2026-07-28 that closes its connection has cancelled its call: nothing is left of the
 * tool, neither its pipeline nor a daemon that has left its group. To older clients a connection is
 * nothing: the tool goes on.
 */
@Needs({"bash", "setsid"})
@Tag("promise")
class CloseIsCancelTests {
  private static final Duration GONE_WITHIN = Duration.ofMillis(150);
  private static final Duration HALF_WITHIN = Duration.ofMillis(30);

  /** In which a tool whose client had gone would be gone. */
  private static final Duration CONTROL = Duration.ofSeconds(2);

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Path FOLDER = folder();
  private static final Path SOCKET = FOLDER.resolve("private/mcp");

  static final HttpRig RIG =
      HttpRig.start(
          Family::project, launcher -> launcher.workers(2, 3).with("--http", "unix:" + SOCKET));

  private static Path folder() {
    try {
      return Files.createTempDirectory("bullpen-close-");
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder", e);
    }
  }

  @AfterAll
  static void remove() throws IOException {
    RIG.close(); // its socket goes with it
    Files.deleteIfExists(SOCKET);
    Files.delete(SOCKET.getParent());
    Files.delete(FOLDER);
  }

  /** How a client reaches the server, and how often at the full size. */
  enum Way {
    HTTP1_TCP(500),
    HTTP1_UNIX(100),
    HTTP2_TCP(100),
    HTTP2_UNIX(100);

    private final int times;

    Way(int times) {
      this.times = times;
    }

    boolean isHttp2() {
      return this == HTTP2_TCP || this == HTTP2_UNIX;
    }

    boolean isUnix() {
      return this == HTTP1_UNIX || this == HTTP2_UNIX;
    }

    String host() {
      return isUnix() ? "localhost" : "127.0.0.1:" + RIG.port();
    }

    RawConnection begin(HttpCall call) {
      RawConnection connection =
          isUnix() ? RawConnection.unix(SOCKET) : RawConnection.tcp(RIG.port());
      connection.send(
          isHttp2()
              ? Http2.PREFACE + Http2.request(1, call.body(), Http2.fields(call, host()))
              : new String(call.bytes(host()), ISO_8859_1));
      return connection;
    }

    /** A process that makes a call and waits for its answer. */
    Process client(HttpCall call) throws IOException {
      List<String> words = new ArrayList<>(List.of("curl", "--silent", "--no-buffer"));
      words.add(isHttp2() ? "--http2-prior-knowledge" : "--http1.1");
      if (isUnix()) {
        words.addAll(List.of("--unix-socket", SOCKET.toString()));
      }
      call.headers().forEach(header -> words.addAll(List.of("--header", header)));
      words.addAll(List.of("--data-binary", "@-", "http://" + host() + "/mcp"));
      Process client =
          new ProcessBuilder(words)
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.INHERIT)
              .start();
      client.getOutputStream().write(call.body().getBytes(UTF_8));
      client.getOutputStream().close();
      return client;
    }
  }

  /** How a client leaves. */
  enum Leaving {
    /** Its end of the connection is closed in order. */
    FIN,
    /** It is reset. */
    RST,
    /** The client's process is killed. */
    KILL,
    /** The connection stays, and only the request's stream is reset, as HTTP/2 can. */
    STREAM
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP1_TCP, FIN",
    "HTTP1_TCP, RST",
    "HTTP1_TCP, KILL",
    "HTTP1_UNIX, FIN",
    "HTTP1_UNIX, KILL",
    "HTTP2_TCP, FIN",
    "HTTP2_TCP, RST",
    "HTTP2_TCP, KILL",
    "HTTP2_TCP, STREAM",
    "HTTP2_UNIX, FIN",
    "HTTP2_UNIX, KILL",
    "HTTP2_UNIX, STREAM",
  })
  void nothing_is_left_of_a_tool_whose_client_has_gone(Way way, Leaving leaving) throws Exception {
    for (boolean isStream : new boolean[] {false, true}) {
      List<Duration> gone = new ArrayList<>();
      for (int round = 0; round < Size.repeat(2, way.times); round++) {
        gone.add(leave(way, leaving, isStream));
      }
      String what =
          "HTTP client gone by %s, %s, %s".formatted(leaving, way, isStream ? "stream" : "JSON");
      Percentiles percentiles = Percentiles.of(gone).report(what + ", nothing left after");
      Mark.atMost(what + ", p99", percentiles.p99(), GONE_WITHIN);
      Mark.atMost(what + ", p50", percentiles.p50(), HALF_WITHIN);
    }
  }

  /** How long after its client had left the tool was gone. */
  private static Duration leave(Way way, Leaving leaving, boolean isStream) throws Exception {
    String token = RIG.freshToken();
    HttpCall call = family(token, isStream);
    if (leaving == Leaving.KILL) {
      assumeTrue(canCurl(way), "curl with HTTP/2 is needed");
      Process client = way.client(call);
      Job job = RIG.ready(token, Family.MEMBERS);
      long left = System.nanoTime();
      Signal.KILL.to(client.pid());
      return RIG.assertGone(job).since(left);
    }
    try (RawConnection connection = way.begin(call)) {
      Job job = RIG.ready(token, Family.MEMBERS);
      assertTrue(
          !isStream || connection.awaitText("notifications/progress", PATIENCE),
          "it is not in the midst of it");
      long left = System.nanoTime();
      switch (leaving) {
        case RST -> connection.reset();
        case STREAM -> connection.send(Http2.reset(1));
        default -> connection.leave();
      }
      return RIG.assertGone(job).since(left);
    }
  }

  private static boolean canCurl(Way way) throws Exception {
    try {
      Process curl = new ProcessBuilder("curl", "--version").start();
      String said = new String(curl.getInputStream().readAllBytes(), UTF_8);
      return curl.waitFor() == 0 && (!way.isHttp2() || said.contains("HTTP2"));
    } catch (IOException e) {
      return false;
    }
  }

  private static void leave(HttpConnection connection, Leaving leaving) {
    if (leaving == Leaving.FIN) {
      connection.close();
    } else {
      connection.reset();
    }
  }

  private static HttpCall family(String token, boolean isStream) {
    return Family.call(RIG, token, isStream);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void control_while_the_connection_stays_the_tool_does(boolean isStream) {
    String token = RIG.freshToken();
    HttpConnection connection = RIG.connect();
    RIG.send(connection, family(token, isStream));
    Job job = RIG.ready(token, Family.MEMBERS);
    RIG.connect().close(); // another's, of no request
    assertFalse(RIG.awaitGone(job, CONTROL).none(), "the control shows nothing: all were gone");
    connection.close();
    RIG.assertGone(job);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"FIN", "RST"})
  void a_tool_of_a_session_goes_on_and_its_answer_can_be_fetched(Leaving leaving) {
    HttpSession session = RIG.session(Revision.V2025_11_25, "{}");
    String token = RIG.freshToken();
    HttpConnection connection = RIG.connect();
    HttpCall call = session.post(RIG.request("tools/call", Family.params("waits", token, true)));
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

  @Tag("slow")
  @Test
  void a_cancel_by_message_is_none_for_this_revision() {
    String token = RIG.freshToken();
    HttpConnection connection = RIG.connect();
    HttpCall call = family(token, false);
    RIG.send(connection, call);
    Job job = RIG.ready(token, Family.MEMBERS);
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
