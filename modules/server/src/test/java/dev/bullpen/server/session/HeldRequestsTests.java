package dev.bullpen.server.session;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.protocol.line.WaterMarks;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.client.Principal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class HeldRequestsTests {
  private static final int MANY = 100_000;
  private static final int MANY_CANCELS = 2_000;

  private static final int PINGS = 1_000;

  /** What a held ping takes, more or less. */
  private static final long PING_BYTES = 40 + 280;

  /** It takes a while to be read again. */
  private static final int LONG_TEXT = 16 * 1024 * 1024;

  private static final Duration LONG = Duration.ofSeconds(30);

  private static final String INITIALIZE =
      "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'2025-03-26',"
          + "'capabilities':{'roots':{}},'clientInfo':{'name':'t','version':'0'}}}";
  private static final String INITIALIZED =
      "{'jsonrpc':'2.0','method':'notifications/initialized'}";
  private static final String SHUTDOWN = "{'jsonrpc':'2.0','id':2,'method':'shutdown'}";
  private static final String CANCEL =
      "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':%d}}";
  private static final String COMPLETE =
      "{'jsonrpc':'2.0','id':%d,'method':'completion/complete','params':{" + Calls.MODERN + "}}";
  private static final String EXIT = "{'jsonrpc':'2.0','method':'exit'}";

  private final CompletableFuture<Void> left = new CompletableFuture<>();
  private final List<Call> begun = new CopyOnWriteArrayList<>();
  private volatile Runnable whenCancelled = () -> {};
  private final CallTable table = new CallTable();
  private final Wire wire = Wire.stopped(new WaterMarks(100, 50), this::release);
  private final Client client = Calls.client(wire);
  private final HeldRequests held =
      new HeldRequests(
          Sessions.dispatcher(client, table, Map.of(Methods.COMPLETE, this::begin)),
          client,
          new HeldRequests.Budget(),
          (time, task) -> null,
          left);

  private void release() {
    held.release();
  }

  private void begin(Call call) {
    begun.add(call);
    call.replaceOnCancel(() -> whenCancelled.run());
  }

  private void send(String message) {
    send(held, message);
  }

  private static void send(HeldRequests session, String message) {
    byte[] line = message.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    session.accept(Message.parse(line), line);
  }

  private void complete(int id) {
    send(COMPLETE.formatted(id));
  }

  private void fill() throws Exception {
    fill(wire);
  }

  private static void fill(Wire stopped) throws Exception {
    stopped.writer().send(JsonRpc.line(Json.object()));
    stopped.awaitBlocked();
    stopped.writer().send(JsonRpc.line(Json.object().put("padding", "x".repeat(200))));
    assertTrue(stopped.writer().isFull());
  }

  @Test
  void requests_of_a_client_that_reads_are_served_at_once() {
    complete(1);
    assertEquals(1, begun.size());
  }

  @Test
  void requests_wait_in_order_for_a_client_that_does_not_read_and_cancels_do_not()
      throws Exception {
    complete(1);
    fill();
    for (int id = 2; id <= 5; id++) {
      complete(id);
    }
    assertEquals(1, begun.size());
    send("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}");
    assertEquals(Optional.empty(), table.find(Calls.id(1)), "the running one is cancelled");
    send("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':3}}");
    wire.readOn();
    await().atMost(Duration.ofSeconds(30)).until(() -> begun.size() == 4);
    assertEquals(
        List.of(Calls.id(1), Calls.id(2), Calls.id(4), Calls.id(5)),
        begun.stream().map(Call::id).toList());
  }

  @Test
  void a_request_of_a_batch_that_waits_can_be_taken_back_and_the_others_are_answered()
      throws Exception {
    send(INITIALIZE);
    fill();
    send(
        "[{'jsonrpc':'2.0','id':7,'method':'completion/complete'},"
            + "{'jsonrpc':'2.0','id':8,'method':'ping'},"
            + "{'jsonrpc':'2.0','id':9,'method':'completion/complete'}]");
    send("[{'jsonrpc':'2.0','id':10,'method':'completion/complete'}]");
    cancel(7);
    cancel(10);
    wire.readOn();
    await().atMost(Duration.ofSeconds(30)).until(() -> begun.size() == 1);
    assertEquals(Calls.id(9), begun.get(0).id());
    begun.get(0).answer(Json.object());
    awaitThreadGone();
    List<JsonNode> lines = wire.lines();
    assertEquals(
        List.of(8, 9),
        lines.get(lines.size() - 1).valueStream().map(a -> a.path("id").asInt(0)).toList());
    assertEquals(List.of(Calls.id(9)), begun.stream().map(Call::id).toList());
  }

  @Test
  void cancels_in_a_batch_do_not_wait_with_it_but_those_of_its_own_requests() throws Exception {
    complete(2);
    assertEquals(1, begun.size());
    send(INITIALIZE);
    fill();
    complete(3);
    send(
        "[{'jsonrpc':'2.0','id':4,'method':'completion/complete'},"
            + "{'jsonrpc':'2.0','id':5,'method':'ping'},"
            + "%s,%s,%s]".formatted(CANCEL.formatted(2), CANCEL.formatted(3), CANCEL.formatted(4)));
    assertEquals(Optional.empty(), table.find(Calls.id(2)), "the running one is cancelled");
    wire.readOn();
    assertTrue(held.awaitNone(LONG));
    assertEquals(
        List.of(Calls.id(2), Calls.id(4)),
        begun.stream().map(Call::id).toList(),
        "3 is taken back");
    assertTrue(begun.stream().noneMatch(Call::isOpen));
    assertEquals(5, last(wire.lines()).path(0).path("id").asInt(0));
  }

  private static JsonNode last(List<JsonNode> lines) {
    return lines.get(lines.size() - 1);
  }

  @Test
  void a_batch_that_is_refused_cancels_nothing() throws Exception {
    complete(2);
    send("[" + CANCEL.formatted(2) + "]");
    assertTrue(begun.get(0).isOpen());
  }

  @Test
  void cancels_cost_the_same_however_many_requests_wait() throws Exception {
    fill();
    for (int id = 2; id <= MANY; id++) {
      send("{'jsonrpc':'2.0','id':%d,'method':'ping'}".formatted(id));
    }
    assertTimeoutPreemptively(
        Duration.ofSeconds(20), // it takes minutes if each searches all
        () -> {
          for (int id = 0; id < MANY_CANCELS; id++) {
            cancel(MANY + 1 + id);
          }
        });
  }

  @Test
  void a_cancel_that_comes_while_its_request_is_let_go_is_not_lost() throws Exception {
    cancelWhileItIsLetGo();
    awaitThreadGone();
    assertTrue(begun.stream().noneMatch(Call::isOpen));
    assertEquals(Optional.empty(), table.find(Calls.id(2)));
  }

  @Test
  void one_whose_cancel_fails_holds_up_no_other() throws Exception {
    whenCancelled =
        () -> {
          throw new IllegalStateException("for the test");
        };
    cancelWhileItIsLetGo();
    assertTrue(held.awaitNone(LONG));
    complete(3);
    assertTrue(begun.stream().anyMatch(call -> call.id().equals(Calls.id(3))));
  }

  private void cancelWhileItIsLetGo() throws Exception {
    String text = "x".repeat(LONG_TEXT);
    fill();
    send(
        "{'jsonrpc':'2.0','id':2,'method':'completion/complete','params':{'text':'%s',%s}}"
            .formatted(text, Calls.MODERN));
    wire.readOn();
    // The thread that lets it go may have ended before it was seen.
    await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(1))
        .until(() -> isReleasing() || !begun.isEmpty());
    cancel(2);
  }

  @Test
  void what_is_held_can_be_waited_for_until_all_of_it_has_been_let_go() throws Exception {
    assertTrue(held.awaitNone(Duration.ZERO), "nothing is held");
    fill();
    for (int id = 1; id <= 3; id++) {
      complete(id);
    }
    assertFalse(held.awaitNone(Duration.ofMillis(1)));
    wire.readOn();
    assertTrue(held.awaitNone(LONG));
    assertEquals(3, begun.size());
  }

  @Test
  void what_is_held_and_taken_back_is_waited_for_no_longer() throws Exception {
    fill();
    complete(1);
    cancel(1);
    assertTrue(held.awaitNone(Duration.ZERO));
  }

  @Test
  void a_client_is_ready_when_what_it_sent_before_has_been_served() throws Exception {
    fill();
    send(INITIALIZE);
    send(INITIALIZED);
    assertFalse(client.agreement().isReady());
    wire.readOn();
    assertTrue(held.awaitNone(LONG));
    assertTrue(client.agreement().isReady());
  }

  @Test
  void a_client_behind_whose_answers_nothing_is_held_is_ready_at_once() throws Exception {
    send(INITIALIZE);
    fill();
    send(INITIALIZED);
    assertTrue(client.agreement().isReady());
  }

  @Test
  void roots_that_change_while_requests_wait_are_asked_for_after_them() throws Exception {
    send(INITIALIZE);
    send(INITIALIZED);
    fill();
    complete(2);
    send("{'jsonrpc':'2.0','method':'notifications/roots/list_changed'}");
    assertFalse(held.awaitNone(Duration.ZERO));
    cancel(2);
    assertFalse(held.awaitNone(Duration.ZERO), "it waits still");
    wire.readOn();
    assertTrue(held.awaitNone(LONG));
    assertEquals(
        1,
        wire.lines().stream()
            .filter(line -> line.path("method").asString("").equals("roots/list"))
            .count());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "'id':3,"})
  void exit_is_heard_after_the_shutdown_before_it_and_nothing_after_it(String id) throws Exception {
    fill();
    send(SHUTDOWN);
    complete(4);
    send("{'jsonrpc':'2.0',%s'method':'exit'}".formatted(id));
    complete(5);
    assertFalse(left.isDone());
    wire.readOn();
    left.get(LONG.toSeconds(), TimeUnit.SECONDS);
    complete(6);
    assertTrue(held.awaitNone(Duration.ZERO), "nothing more is waited for");
    assertEquals(List.of(Calls.id(4)), begun.stream().map(Call::id).toList());
  }

  @Test
  void an_exit_before_the_shutdown_means_nothing_when_it_is_let_go() throws Exception {
    fill();
    complete(4);
    send(EXIT);
    send(SHUTDOWN);
    complete(5);
    wire.readOn();
    assertTrue(held.awaitNone(LONG));
    assertEquals(2, begun.size());
    assertFalse(left.isDone());
  }

  @Test
  void a_batch_that_waits_is_heard_in_its_place() throws Exception {
    fill();
    send(INITIALIZE);
    send("[" + INITIALIZED + "]");
    send("[" + SHUTDOWN + "," + EXIT + "]");
    complete(5);
    wire.readOn();
    left.get(LONG.toSeconds(), TimeUnit.SECONDS);
    assertTrue(client.agreement().isReady());
    assertEquals(List.of(), begun);
    assertTrue(wire.lines().stream().anyMatch(JsonNode::isArray), "shutdown is answered");
  }

  @Test
  void initialize_cannot_be_cancelled_while_it_waits() throws Exception {
    fill();
    send(INITIALIZE);
    cancel(1);
    wire.readOn();
    assertTrue(held.awaitNone(LONG));
    assertTrue(client.agreement().revision().isPresent());
    assertTrue(isAnswered(1));
  }

  @Test
  void the_answer_to_initialize_cannot_be_taken_back() throws Exception {
    wire.writer().send(JsonRpc.line(Json.object()));
    wire.awaitBlocked();
    send(INITIALIZE);
    cancel(1);
    wire.readOn();
    assertTrue(isAnswered(1));
  }

  private boolean isAnswered(int id) {
    return wire.lines().stream().anyMatch(line -> line.path("id").asInt(0) == id);
  }

  @Test
  void an_initialize_in_a_batch_that_waits_is_refused_though_it_is_cancelled() throws Exception {
    send(INITIALIZE);
    fill();
    send(
        "[{'jsonrpc':'2.0','id':7,'method':'initialize'},"
            + "{'jsonrpc':'2.0','id':8,'method':'ping'}]");
    cancel(7);
    cancel(8);
    wire.readOn();
    assertTrue(held.awaitNone(LONG));
    List<JsonNode> lines = wire.lines();
    assertEquals(
        List.of(7),
        lines.get(lines.size() - 1).valueStream().map(a -> a.path("id").asInt(0)).toList());
  }

  /** A session whose client does not read; holds what it is sent while the budget has room. */
  private HeldRequests unread(String principal, Wire stopped, HeldRequests.Budget budget) {
    Client deaf = Calls.client(stopped, new Principal(principal, true));
    return new HeldRequests(
        Sessions.dispatcher(deaf, table, Map.of(Methods.COMPLETE, this::begin)),
        deaf,
        budget,
        (time, task) -> null,
        left);
  }

  /** Sends until that would wait; says how much is held then. */
  private int fill(HeldRequests session) {
    Thread sender =
        new Thread(
            () -> {
              for (int id = 1; id <= PINGS; id++) {
                send(session, "{'jsonrpc':'2.0','id':%d,'method':'ping'}".formatted(id));
              }
            });
    sender.setDaemon(true);
    sender.start();
    await().atMost(LONG).until(() -> sender.getState() == Thread.State.WAITING);
    return session.count();
  }

  @Tag("slow")
  @Test
  void what_all_hold_is_bounded_and_a_principal_leaves_something_to_others() throws Exception {
    int most = 120;
    HeldRequests.Budget budget = new HeldRequests.Budget(most * PING_BYTES);
    Wire stopped = Wire.stopped(new WaterMarks(100, 50), () -> {});
    fill(stopped);
    int first = fill(unread("a", stopped, budget));
    assertEquals(most * 2 / 3, first, 3);
    assertEquals(0, fill(unread("a", stopped, budget)), 1, "another session of the same principal");
    int all = first;
    for (int i = 0; i < 20; i++) {
      int own = fill(unread("user " + i, stopped, budget));
      assertEquals((most - all) * 2 / 3, own, 3);
      all += own;
    }
    assertTrue(all <= most, all + " are held");
    wire.readOn();
  }

  @Test
  void what_waits_for_room_is_served_when_its_client_reads_whatever_others_hold() throws Exception {
    HeldRequests.Budget budget = new HeldRequests.Budget(PING_BYTES);
    Wire stopped = Wire.stopped(new WaterMarks(100, 50), () -> {});
    fill(stopped);
    assertEquals(1, fill(unread("a", stopped, budget)), "a line is held where nothing is");
    CompletableFuture<HeldRequests> reads = new CompletableFuture<>();
    Wire other = Wire.stopped(new WaterMarks(100, 50), () -> reads.join().release());
    fill(other);
    reads.complete(unread("b", other, budget));
    assertEquals(0, fill(reads.join()));
    other.readOn();
    await().atMost(LONG).until(() -> other.has("\"id\":" + PINGS));
  }

  private void cancel(int id) {
    send(CANCEL.formatted(id));
  }

  private static void awaitThreadGone() {
    await().atMost(Duration.ofSeconds(30)).until(() -> !isReleasing());
  }

  private static boolean isReleasing() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("held requests"));
  }

  /** A client that can break whatever asks whether it reads. */
  private static final class BrokenOutput implements OutgoingMessages {
    private final OutgoingMessages whole;
    private volatile boolean isFull = true;
    private volatile boolean isBroken;

    BrokenOutput(OutgoingMessages whole) {
      this.whole = whole;
    }

    @Override
    public boolean isFull() {
      if (isBroken) {
        throw new NoClassDefFoundError("for the test");
      }
      return isFull;
    }

    @Override
    public boolean respond(RequestId id, byte[] line) {
      return whole.respond(id, line);
    }

    @Override
    public boolean send(byte[] line) {
      return whole.send(line);
    }

    @Override
    public boolean send(RequestId id, byte[] line) {
      return whole.send(id, line);
    }

    @Override
    public boolean offer(RequestId id, byte[] line) {
      return whole.offer(id, line);
    }

    @Override
    public boolean withdraw(RequestId id) {
      return whole.withdraw(id);
    }

    @Override
    public boolean close(Duration deadline) {
      return whole.close(deadline);
    }
  }

  @Test
  void what_is_held_is_served_soon_after_a_defect_in_letting_it_go() throws Exception {
    BrokenOutput out = new BrokenOutput(Wire.reading().writer());
    Client broken = Calls.client(out);
    BlockingQueue<Runnable> soon = new LinkedBlockingQueue<>();
    HeldRequests session =
        new HeldRequests(
            Sessions.dispatcher(broken, table, Map.of(Methods.COMPLETE, this::begin)),
            broken,
            new HeldRequests.Budget(),
            (time, task) -> {
              soon.add(task);
              return null;
            },
            left);
    send(session, COMPLETE.formatted(1));
    out.isBroken = true;
    session.release();
    Runnable again = soon.poll(LONG.toSeconds(), TimeUnit.SECONDS);
    out.isBroken = false;
    out.isFull = false;
    again.run();
    assertTrue(session.awaitNone(LONG));
    assertEquals(1, begun.size());
  }
}
