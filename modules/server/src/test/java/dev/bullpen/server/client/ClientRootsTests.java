package dev.bullpen.server.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.script.Roots;
import dev.bullpen.project.script.Roots.Root;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.thread.Shortages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class ClientRootsTests {
  private static final ClientCapabilities LISTS_ROOTS =
      new ClientCapabilities(false, false, false, false, true, false);

  @TempDir Path folder;
  private final Wire wire = Wire.reading();
  private final List<FutureTask<?>> expiries = new ArrayList<>();
  private final ClientRequests requests = new ClientRequests(wire.writer(), this::later);
  private final Agreement agreement = new Agreement(LogLevel.INFO);
  private final SlowDisk disk = new SlowDisk();
  private List<Root> own = List.of();
  private final ClientRoots roots =
      new ClientRoots(agreement, requests, () -> new Roots(own), true, disk);
  private final List<String> seen = new ArrayList<>();
  private boolean isWithoutTimers;

  /** Does what it is given when the test says so. */
  private static final class SlowDisk extends AbstractExecutorService {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean isWithoutThread;

    @Override
    public void execute(Runnable task) {
      if (isWithoutThread) {
        throw Shortages.noThread();
      }
      tasks.add(task);
    }

    void goOn() {
      tasks.remove().run();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }

  @BeforeEach
  void a_client_with_roots() throws Exception {
    for (String name : List.of("a", "b")) {
      Files.createDirectory(folder.resolve(name));
    }
    agreement.negotiate(Revision.V2025_06_18, LISTS_ROOTS);
  }

  private Future<?> later(Duration delay, Runnable task) {
    if (isWithoutTimers) {
      throw new NoClassDefFoundError("as the test wants it");
    }
    FutureTask<?> expiry = new FutureTask<>(task, null);
    expiries.add(expiry);
    return expiry;
  }

  /** The time that was the first, the second, ... to begin is over, if it was not stopped. */
  private void expire(int number) {
    expiries.get(number - 1).run();
  }

  private void ready() {
    agreement.ready();
    requests.clientReady();
    roots.refresh();
  }

  /** The client's answer to our request of that number, as the reader hears it. */
  private void answer(int id, String name) {
    answerAll(id, "{'uri':'%s'}".formatted(FileUri.of(folder.resolve(name))));
  }

  private void answerAll(int id, String roots) {
    assertTrue(
        requests.take(
            (Message.Response)
                Calls.message(
                    "{'jsonrpc':'2.0','id':%d,'result':{'roots':[%s]}}".formatted(id, roots))));
  }

  private Call call() {
    return Calls.open(1, new LineReply(wire.writer()), new CallTable());
  }

  private String names() {
    return roots.of(call().client().caller()).all().stream()
        .map(Root::path)
        .map(path -> path.getFileName().toString())
        .toList()
        .toString();
  }

  private void tool(String name) {
    roots.known(call().client().caller()).thenRun(() -> seen.add(name + names()));
  }

  @Test
  void the_thread_that_brings_an_answer_does_not_wait_for_the_check_of_the_folders() {
    ready();
    tool("early");
    answer(1, "a");
    assertEquals("[]", names());
    assertEquals(List.of(), seen);
    disk.goOn();
    assertEquals(List.of("early[a]"), seen);
  }

  @Test
  void a_client_that_names_only_what_is_not_there_does_not_get_every_folder_for_it() {
    Path project = folder.resolve("b");
    own = List.of(new Root(FileUri.of(project), Optional.empty(), project));
    ready();
    answer(1, "a");
    disk.goOn();
    assertEquals("[a]", names());
    roots.refresh();
    answer(2, "gone");
    disk.goOn();
    assertEquals("[b]", names());
    roots.refresh();
    answerAll(3, "{'uri':'https://example.com/'}");
    disk.goOn();
    assertEquals("[b]", names());
  }

  @Test
  void a_client_that_names_one_folder_by_its_path_among_what_is_none_has_that_one() {
    Path project = folder.resolve("b");
    own = List.of(new Root(FileUri.of(project), Optional.empty(), project));
    ready();
    answerAll(1, "{'uri':''},{},5,null,{'uri':'vscode://x'},{'uri':'%s'}".formatted(folder + "/a"));
    disk.goOn();
    assertEquals("[a]", names());
    roots.refresh();
    answerAll(2, "{'uri':''},{},5");
    disk.goOn();
    assertEquals("[b]", names());
  }

  @Test
  void a_client_that_names_none_has_none() {
    Path project = folder.resolve("b");
    own = List.of(new Root(FileUri.of(project), Optional.empty(), project));
    assertEquals("[b]", names());
    ready();
    answerAll(1, "");
    disk.goOn();
    assertEquals("[]", names());
  }

  @Test
  void who_comes_after_the_client_has_others_gets_those() {
    ready();
    tool("early");
    answer(1, "a");
    roots.refresh();
    tool("late");
    disk.goOn();
    tool("last");
    assertEquals(List.of("early[a]"), seen);
    answer(2, "b");
    disk.goOn();
    assertEquals(List.of("early[a]", "late[b]", "last[b]"), seen);
    tool("idle");
    assertEquals(4, seen.size());
  }

  @Test
  void who_comes_before_the_client_is_ready_waits_until_it_has_been_asked_once() {
    tool("early");
    assertEquals(List.of(), seen);
    ready();
    answer(1, "a");
    disk.goOn();
    assertEquals(List.of("early[a]"), seen);
    tool("idle");
    assertEquals(List.of("early[a]", "idle[a]"), seen);
  }

  @Test
  void a_client_whose_time_was_over_before_it_was_ready_is_asked_when_it_is() {
    tool("early");
    expire(1);
    disk.goOn();
    ready();
    tool("late");
    answer(2, "a");
    disk.goOn();
    assertEquals(List.of("early[]", "late[a]"), seen);
  }

  @Test
  void a_client_whose_time_is_over_in_the_moment_it_is_ready_is_asked_all_the_same() {
    tool("early");
    expire(1);
    ready(); // before that has been noted
    disk.goOn();
    tool("late");
    answer(2, "a");
    disk.goOn();
    assertEquals(List.of("early[]", "late[a]"), seen);
  }

  @Test
  void a_client_that_is_asked_when_it_is_ready_has_all_its_time_from_then_on() {
    tool("early");
    ready();
    expire(1);
    answer(1, "a");
    disk.goOn();
    assertEquals(List.of("early[a]"), seen);
  }

  @Test
  void
      without_a_thread_to_look_at_the_folders_nobody_waits_and_the_next_who_calls_has_them_asked_for() {
    ready();
    tool("early");
    disk.isWithoutThread = true;
    answer(1, "a");
    assertEquals(List.of("early[]"), seen);
    disk.isWithoutThread = false;
    tool("late");
    answer(2, "a");
    disk.goOn();
    tool("idle");
    assertEquals(List.of("early[]", "late[a]", "idle[a]"), seen);
  }

  /** A list of roots that fails when it is read. */
  private static final class BrokenRoots extends ArrayNode {
    BrokenRoots() {
      super(JsonNodeFactory.instance);
    }

    @Override
    public int size() {
      throw new NoClassDefFoundError("as the test wants it");
    }
  }

  @Test
  void after_a_defect_in_the_check_no_call_waits_and_the_client_is_asked_again() {
    ready();
    tool("early");
    ObjectNode body = Json.object();
    body.putObject("result").set("roots", new BrokenRoots());
    assertTrue(requests.take(new Message.Response(Calls.id(1), body)));
    disk.goOn();
    assertEquals(List.of("early[]"), seen);
    tool("late");
    answer(2, "a");
    disk.goOn();
    assertEquals(List.of("early[]", "late[a]"), seen);
  }

  @Test
  void so_it_is_if_it_could_not_be_asked() {
    isWithoutTimers = true;
    tool("early");
    assertEquals(List.of("early[]"), seen);
    isWithoutTimers = false;
    ready();
    tool("late");
    answer(2, "a");
    disk.goOn();
    assertEquals(List.of("early[]", "late[a]"), seen);
  }
}
