package dev.bullpen.server.catalog;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.Project;
import dev.bullpen.project.registration.ProjectHook;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.client.Principal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class CatalogsTests {
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "PATH", "/usr/bin:/bin",
          "MCPBASH_ALLOW_PROJECT_HOOKS", "true",
          "MCPBASH_REGISTER_TTL", "1",
          "MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true");

  @TempDir Path folder;

  private final Wire wire = Wire.reading();
  private final CallTable table = new CallTable();
  private int calls;

  /** What happens while the project is read. */
  private volatile Runnable reading = () -> {};

  /** With which code the hook ends. */
  private volatile int code;

  private Catalogs catalogs;

  @BeforeEach
  void a_project_that_has_something_run_when_it_is_read() throws Exception {
    Path root = Files.createDirectories(folder.toRealPath().resolve("project"));
    Path hook = Files.createDirectories(root.resolve("server.d")).resolve("register.sh");
    Files.writeString(hook, "#!/bin/sh\n");
    for (Path file : new Path[] {root, hook.getParent(), hook}) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    catalogs = catalogs(root, ENVIRONMENT);
  }

  private Catalogs catalogs(Path root, Map<String, String> environment) {
    return new Catalogs(
        Project.open(
            root,
            environment,
            root,
            warning -> {},
            (command, ofHook) -> {
              reading.run();
              return new ProjectHook.Outcome(code, new byte[0], new byte[0], false);
            }));
  }

  @AfterEach
  void end() {
    catalogs.close();
  }

  private void ask() throws InterruptedException {
    ask(() -> {});
  }

  private void ask(Runnable request) throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    Call call = Calls.open(++calls, new LineReply(wire.writer()), table);
    call.replaceOnEnd(over::countDown);
    Call.Work work =
        () -> {
          request.run();
          call.answer(Json.object());
        };
    call.serve(() -> catalogs.whenLoaded(call, work));
    assertTrue(over.await(30, TimeUnit.SECONDS), "no answer");
  }

  @Test
  void a_defect_in_a_reading_answers_the_calls_that_wait_and_the_next_call_is_served()
      throws Exception {
    List<Runnable> defects =
        List.of(
            () -> {
              throw new IllegalStateException("a defect");
            },
            () -> {
              throw new StackOverflowError();
            });
    for (Runnable defect : defects) {
      reading = defect;
      ask();
    }
    reading = () -> {};
    ask();
    List<JsonNode> answers = wire.lines();
    for (int i = 0; i < defects.size(); i++) {
      assertEquals(-32603, answers.get(i).at("/error/code").asInt(0), answers.toString());
    }
    assertTrue(answers.get(defects.size()).has("result"), answers.toString());
  }

  @Test
  void only_so_many_calls_of_a_principal_wait_for_the_first_reading() throws Exception {
    CountDownLatch read = new CountDownLatch(1);
    reading =
        () -> {
          try {
            read.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    for (int i = 0; i <= Catalogs.MOST_EARLY; i++) {
      early(Calls.client(wire));
    }
    early(Calls.client(wire, new Principal("other", true)));
    read.countDown();
    assertTrue(table.awaitNone(Duration.ofSeconds(30)));
    early(Calls.client(wire));
    assertTrue(table.awaitNone(Duration.ofSeconds(30)));
    List<JsonNode> refused = wire.lines().stream().filter(line -> line.has("error")).toList();
    assertEquals(1, refused.size(), refused.toString());
    assertEquals(Catalogs.MOST_EARLY + 1, refused.get(0).path("id").asInt(0));
    assertEquals("busy", refused.get(0).at("/error/data/reason").stringValue());
  }

  private void early(Client client) {
    Call call =
        Calls.open(
            ++calls,
            Calls.legacy(client, Revision.V2025_06_18, ClientCapabilities.NONE),
            new LineReply(wire.writer()),
            table);
    call.serve(() -> catalogs.whenLoaded(call, () -> call.answer(Json.object())));
  }

  @Test
  void a_hook_that_fails_once_is_run_again_and_the_change_is_reported() throws Exception {
    CountDownLatch reported = new CountDownLatch(1);
    catalogs.onChange(kinds -> reported.countDown(), () -> {});
    code = 1;
    ask();
    assertTrue(catalogs.project().catalog().broken().isPresent());
    code = 0;
    CountDownLatch again = new CountDownLatch(1);
    reading = again::countDown;
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    do {
      ask();
      assertTrue(System.nanoTime() < deadline, "it is not run again");
    } while (!again.await(20, TimeUnit.MILLISECONDS));
    assertTrue(reported.await(30, TimeUnit.SECONDS), "no change was reported");
    assertTrue(catalogs.project().catalog().broken().isEmpty());
  }

  @Test
  void a_call_after_an_old_failure_is_answered_by_the_next_run() throws Exception {
    code = 1;
    ask();
    code = 0;
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!catalogs.project().isStale(System.nanoTime())) {
      assertTrue(System.nanoTime() < deadline, "a failure never grows old");
      Thread.onSpinWait();
    }
    AtomicBoolean broken = new AtomicBoolean(true);
    ask(() -> broken.set(catalogs.project().catalog().broken().isPresent()));
    assertFalse(broken.get(), "an old failure is reported");
  }

  @Test
  void at_most_one_renewal_waits_however_many_requests_come_meanwhile() throws Exception {
    catalogs.close();
    LinkedBlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
    ExecutorService reader = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, waiting);
    catalogs = new Catalogs(catalogs.project(), reader);
    ask();
    CountDownLatch mayEnd = new CountDownLatch(1);
    reader.execute(() -> awaitUninterrupted(mayEnd));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> waiting.isEmpty() && catalogs.project().isStale(System.nanoTime()));
    for (int i = 0; i < 3; i++) {
      ask();
    }
    assertEquals(1, waiting.size());
    mayEnd.countDown();
    await().atMost(Duration.ofSeconds(30)).until(waiting::isEmpty);
  }

  @Test
  void the_registry_is_written_again_also_when_a_tool_has_moved_and_no_list_differs()
      throws Exception {
    catalogs.close();
    Path root = Files.createDirectories(folder.toRealPath().resolve("other"));
    catalogs =
        new Catalogs(Project.open(root, Map.of("PATH", "/usr/bin:/bin"), root, warning -> {}));
    Path tools = root.resolve("tools");
    addTool(tools.resolve("first"));
    ask();
    awaitRegistered(root, "first/tool.sh");
    Files.move(tools.resolve("first"), tools.resolve("second"));
    awaitRegistered(root, "second/tool.sh");
  }

  @Test
  void a_watch_that_reads_while_the_server_ends_leaves_the_registry_as_it_is() throws Exception {
    catalogs.close();
    Map<String, String> writing = new HashMap<>(ENVIRONMENT);
    writing.remove("MCPBASH_REGISTRY_REFRESH_NO_WRITE");
    Path root = catalogs.project().root();
    catalogs = catalogs(root, writing);
    ask();
    awaitRegistered(root, "items");
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    AtomicReference<Thread> watch = new AtomicReference<>();
    reading =
        () -> {
          watch.set(Thread.currentThread());
          begun.countDown();
          awaitUninterrupted(mayEnd);
        };
    Files.writeString(root.resolve("server.d/register.sh"), "#!/bin/sh\n# another\n");
    assertTrue(begun.await(30, TimeUnit.SECONDS), "the change was not noticed");
    addTool(root.resolve("tools/late"));
    catalogs.close();
    mayEnd.countDown();
    watch.get().join(Duration.ofSeconds(30).toMillis());
    assertEquals(1, catalogs.project().catalog().tools().size());
    assertFalse(Files.readString(root.resolve(".registry/tools.json")).contains("late"));
  }

  private static void addTool(Path tool) throws IOException {
    Path script = Files.createDirectories(tool).resolve("tool.sh");
    Files.writeString(script, "#!/bin/sh\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(script.resolveSibling("tool.meta.json"), "{\"name\": \"t\"}");
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitRegistered(Path root, String path) {
    Path file = root.resolve(".registry/tools.json");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> Files.exists(file) && Files.readString(file).contains(path));
  }

  @Test
  void a_renewal_that_could_not_be_handed_over_keeps_no_later_one_from_it() throws Exception {
    catalogs.close();
    AtomicBoolean isBroken = new AtomicBoolean();
    ExecutorService reader =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
          @Override
          public void execute(Runnable task) {
            if (isBroken.get()) {
              throw new NoClassDefFoundError("for the test");
            }
            super.execute(task);
          }
        };
    catalogs = new Catalogs(catalogs.project(), reader);
    code = 1;
    ask();
    awaitStale();
    isBroken.set(true);
    ask();
    isBroken.set(false);
    ask();
  }

  private void awaitStale() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> catalogs.project().isStale(System.nanoTime()));
  }
}
