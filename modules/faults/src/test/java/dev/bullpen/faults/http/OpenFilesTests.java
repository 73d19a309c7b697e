package dev.bullpen.faults.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server for many raises its own limit of open files, as far as it may, and scripts have the one
 * that its caller has.
 */
@Tag("promise")
class OpenFilesTests {
  private static final int SOFT = 1024;

  /** Of which each address of this host may have half. */
  private static final int CONNECTIONS = Size.repeat(1200, 2000);

  /** With which a server takes all the connections that it is made for. */
  private static final int ENOUGH = 8192;

  /** A request that is not answered as long as its client and the server live. */
  private static final ObjectNode LISTEN =
      Messages.json("{'notifications':{'toolsListChanged':true}}");

  /** Connections that a rig may have of its own. */
  private static final int SPARE = 10;

  private static void project(ProjectFixture project) {
    project.tool("limit", "echo \"soft $(ulimit -Sn) hard $(ulimit -Hn)\"\n");
  }

  private static HttpRig start(String limits) {
    return HttpRig.start(
        OpenFilesTests::project,
        launcher -> launcher.workers(1, 1).by("/bin/sh", "-c", limits + "; exec \"$@\"", "sh"));
  }

  /** The soft and the hard limit of a process. */
  private static List<String> limits(long pid) throws IOException {
    String line =
        Files.readAllLines(Path.of("/proc/" + pid + "/limits")).stream()
            .filter(limit -> limit.startsWith("Max open files"))
            .findFirst()
            .orElseThrow();
    String[] words = line.split(" +");
    return List.of(words[3], words[4]);
  }

  @Test
  void more_connections_are_held_than_the_callers_limit_and_scripts_have_that() throws Exception {
    String hard = limits(ProcessHandle.current().pid()).get(1);
    assumeTrue(
        Long.parseLong(hard) >= ENOUGH,
        "the hard limit of open files is " + hard + ", and " + ENOUGH + " are needed");
    List<HttpConnection> open = new ArrayList<>();
    try (HttpRig rig = start("ulimit -Sn " + SOFT)) {
      assertEquals(
          List.of(Long.toString(Math.min(Long.parseLong(hard), 65_536)), hard),
          limits(rig.process().pid()));
      List<HttpReply> replies = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        boolean listens = i < CONNECTIONS / 2;
        open.add(new HttpConnection("127.0.0." + (2 + i % 2), rig.port()));
        replies.add(
            rig.send(
                open.get(i),
                listens
                    ? rig.modern("subscriptions/listen", LISTEN.deepCopy())
                    : rig.modern("server/discover", Messages.json("{}"))));
      }
      for (HttpReply reply : replies.subList(0, CONNECTIONS / 2)) {
        assertTrue(reply.next().isPresent(), "it is served, and stays open");
      }
      for (HttpReply reply : replies.subList(CONNECTIONS / 2, CONNECTIONS)) {
        assertEquals(200, reply.status());
        reply.body();
      }
      for (HttpConnection idle : open.subList(CONNECTIONS / 2, CONNECTIONS)) {
        assertEquals(200, ping(rig, idle).status(), "it was held");
      }
      String said = rig.send(rig.tool("limit", "{}")).body();
      assertTrue(said.contains("soft " + SOFT + " hard " + hard), said);
      assertTrue(!rig.process().stderr().text().contains("limit of open files"));
    } finally {
      open.forEach(HttpConnection::close);
    }
  }

  private static HttpReply ping(HttpRig rig, HttpConnection connection) {
    HttpReply reply = rig.send(connection, rig.modern("server/discover", Messages.json("{}")));
    reply.body();
    return reply;
  }

  private static boolean isServed(HttpRig rig) {
    try (HttpConnection connection = new HttpConnection("127.0.0.2", rig.port())) {
      return ping(rig, connection).status() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  @Tag("slow")
  @Test
  void control_with_a_hard_limit_fewer_are_taken_at_a_time_and_more_are_closed() throws Exception {
    int taken = SOFT / 2;
    List<HttpConnection> open = new ArrayList<>();
    try (HttpRig rig = start("ulimit -n " + SOFT)) {
      rig.process()
          .stderr()
          .assertSays(
              "The limit of open files is 1024, so at most 512 connections are open at a time, instead of 4096. Raise the limit to 8192 (ulimit -Hn, or LimitNOFILE= of systemd)");
      for (int i = 0; i < taken - SPARE; i++) {
        open.add(new HttpConnection("127.0.0.2", rig.port()));
      }
      assertEquals(200, ping(rig, open.get(0)).status());
      for (HttpConnection one : open.subList(open.size() - SPARE, open.size())) {
        assertEquals(200, ping(rig, one).status(), "all before it have been taken too");
      }
      for (int i = 0; i < 2 * SPARE; i++) {
        open.add(new HttpConnection("127.0.0.2", rig.port()));
      }
      HttpConnection last = open.get(open.size() - 1);
      assertThrows(UncheckedIOException.class, () -> ping(rig, last), "it has been taken");
      assertEquals(200, ping(rig, open.get(0)).status(), "the others are held");
      open.subList(0, 2 * SPARE).forEach(HttpConnection::close);
      assertTrue(Poll.until(Deadline.in(McpClient.PATIENCE), () -> isServed(rig)));
    } finally {
      open.forEach(HttpConnection::close);
    }
  }

  @Test
  void a_server_of_one_client_keeps_the_limit_that_it_has() throws Exception {
    try (Rig rig =
        Rig.start(
            OpenFilesTests::project,
            launcher ->
                launcher
                    .workers(1, 1)
                    .by("/bin/sh", "-c", "ulimit -Sn " + SOFT + "; exec \"$@\"", "sh"))) {
      assertTrue(
          Poll.until(Deadline.in(McpClient.PATIENCE), () -> !rig.helpers().isEmpty()), "no helper");
      assertEquals(Integer.toString(SOFT), limits(rig.process().pid()).get(0));
      assertEquals(Integer.toString(SOFT), limits(rig.helpers().get(0).pid()).get(0), "helper");
    }
  }
}
