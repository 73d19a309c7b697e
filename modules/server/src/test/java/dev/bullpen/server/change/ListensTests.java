package dev.bullpen.server.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.session.Capability;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.protocol.session.ServerCapabilities;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.client.SharedBudget;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ListensTests {
  @TempDir Path folder;
  private final SharedBudget budget = new SharedBudget(10_000);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private WatchedProject project;
  private Client client;
  private Listens listens;

  @BeforeEach
  void a_project() throws Exception {
    Path root = Files.createDirectory(folder.toRealPath().resolve("project"));
    project = new WatchedProject(root, Runnable::run, uri -> {});
    client = Calls.client(project.wire);
    listens =
        new Listens(
            project.catalogs,
            project.watch,
            new ServerCapabilities(EnumSet.allOf(Capability.class)).withListChanged(true),
            budget);
  }

  @AfterEach
  void end() {
    goOn.countDown();
    project.close();
  }

  private Call listen(String filter) throws Exception {
    return listen(1, filter);
  }

  private Call listen(int id, String filter) throws Exception {
    Message.Request request =
        (Message.Request)
            Calls.message(
                "{'jsonrpc':'2.0','id':%d,'method':'subscriptions/listen','params':{'notifications':{%s}}}"
                    .formatted(id, filter));
    Call call =
        new Call(
            request.id(),
            Methods.LISTEN,
            request.params(),
            Calls.modern(client, ClientCapabilities.NONE),
            new LineReply(project.wire.writer()),
            project.table);
    project.table.add(call);
    listens.handle(call);
    return call;
  }

  /** The thread that checks resources does nothing until {@link #goOn}. */
  private void stopTheWatch() {
    project.watch.add(List.of("file:///other"), () -> await(goOn));
  }

  private void awaitTheWatch() {
    CountDownLatch done = new CountDownLatch(1);
    project.watch.add(List.of("file:///another"), done::countDown);
    await(done);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static String kind(JsonNode line) {
    return line.path("method").stringValue("answer");
  }

  @Test
  void one_that_is_ended_before_its_resources_are_known_is_ended_once() throws Exception {
    project.watch.add("file:///known");
    project.watch.learn("file:///known", "known");
    stopTheWatch();
    listen("'resourceSubscriptions':['file:///known']");
    listens.end(client);
    goOn.countDown();
    awaitTheWatch();
    assertEquals(
        List.of("notifications/subscriptions/acknowledged", "answer", "notifications/cancelled"),
        project.wire.lines().stream().map(ListensTests::kind).toList());
  }

  @Test
  void a_change_before_the_acknowledgement_is_sent_right_after_it() throws Exception {
    project.watch.add("file:///known");
    project.watch.learn("file:///known", "known");
    stopTheWatch();
    listen("'toolsListChanged':true,'resourceSubscriptions':['file:///known']");
    listens.resourceChanged(client, "file:///known");
    listens.resourceChanged(client, "file:///unknown");
    listens.listChanged(client, Capability.TOOLS);
    goOn.countDown();
    awaitTheWatch();
    assertEquals(
        List.of(
            "notifications/subscriptions/acknowledged",
            "notifications/resources/updated",
            "notifications/tools/list_changed"),
        project.wire.lines().stream().map(ListensTests::kind).toList());
  }

  private static String uris(int count) {
    String each =
        IntStream.range(0, count)
            .mapToObj("'file:///%04d'"::formatted)
            .collect(Collectors.joining(","));
    return "'resourceSubscriptions':[" + each + "]";
  }

  @Test
  void their_resources_take_memory_that_is_limited_until_they_end() throws Exception {
    Call first = listen(1, uris(8)); // 412 bytes each
    assertEquals(8 * 412, budget.held());
    Call second = listen(2, uris(7));
    assertEquals(15 * 412, budget.held());
    JsonRpcException refused =
        assertThrows(JsonRpcException.class, () -> listen(3, uris(2)), "two thirds are taken");
    assertEquals(
        "your subscriptions to resources take all the memory for them; end one",
        refused.error().message());
    listen(4, uris(1));
    listen(5, "'toolsListChanged':true");
    first.cancel();
    assertEquals(8 * 412, budget.held());
    second.cancel();
    listens.end(client);
    assertEquals(0, budget.held());
  }

  @Test
  void one_that_is_open_does_not_keep_the_server_from_resting() throws Exception {
    Call call = listen("'toolsListChanged':true");
    assertTrue(project.table.quietFor().toNanos() > 0);
    assertTrue(call.isOpen());
  }
}
