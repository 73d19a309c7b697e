package dev.bullpen.server.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.pool.HelperPool;
import dev.bullpen.project.Project;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.remote.HttpsFetch;
import dev.bullpen.server.call.AnswerRoom;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.JobLimits;
import dev.bullpen.server.call.LineReply;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.program.Programs;
import dev.bullpen.server.resource.ResourceFetch;
import dev.bullpen.server.resource.ResourceWatch;
import dev.bullpen.server.tool.ToolSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LegacySubscriptionsTests {
  private static final int MOST = 1024;
  private static final int RESOURCES = MOST + 6;

  // Files are read by none of these.
  private static final HelperPool NO_POOL = null;
  private static final Programs NO_PROGRAMS = null;
  private static final HttpsFetch NO_HOSTS = null;

  @TempDir Path folder;
  private final Wire wire = Wire.reading();
  private final CallTable table = new CallTable();

  /** Reads that have been asked for, and are done when the test says so. */
  private final Queue<Runnable> reads = new ArrayDeque<>();

  private Catalogs catalogs;
  private ResourceFetch fetch;
  private ResourceWatch watch;
  private LegacySubscriptions subscriptions;
  private List<String> uris;
  private int calls;

  @BeforeEach
  void a_project_with_more_resources_than_may_be_subscribed_to() throws Exception {
    Path root = folder.toRealPath().resolve("project");
    Path texts = Files.createDirectories(root.resolve("resources"));
    for (int i = 0; i < RESOURCES; i++) {
      Files.createFile(texts.resolve("r" + i + ".txt"));
    }
    Map<String, String> environment =
        Map.of(
            "PATH", "/usr/bin:/bin",
            "MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true",
            "MCPBASH_RESOURCES_POLL_INTERVAL_SECS", "0");
    catalogs = new Catalogs(Project.open(root, environment, root, warning -> {}));
    fetch =
        new ResourceFetch(
            catalogs,
            NO_POOL,
            NO_PROGRAMS,
            reads::add,
            NO_HOSTS,
            ToolSettings.of(environment, Duration.ZERO, JobLimits.NONE),
            new AnswerRoom(Wire.reading().writer()));
    watch = new ResourceWatch(catalogs, fetch, environment, uri -> {});
    subscriptions = new LegacySubscriptions(catalogs, fetch, watch);
    CountDownLatch loaded = new CountDownLatch(1);
    catalogs.whenLoaded(loaded::countDown);
    assertTrue(loaded.await(60, TimeUnit.SECONDS));
    uris = catalogs.project().catalog().resources().stream().map(Resource::uri).toList();
    assertEquals(RESOURCES, uris.size());
  }

  @AfterEach
  void end() {
    watch.close();
    fetch.close();
    catalogs.close();
  }

  private Call call(String member, String value) {
    Call call =
        new Call(
            Calls.id(++calls),
            Methods.SUBSCRIBE,
            Json.object().put(member, value),
            Calls.legacy(Revision.V2025_06_18, ClientCapabilities.NONE),
            new LineReply(wire.writer()),
            table);
    table.add(call);
    return call;
  }

  private Call subscribe(String member, String value) {
    Call call = call(member, value);
    call.guarded(() -> subscriptions.subscribe(call)).run();
    return call;
  }

  private void unsubscribe(String member, String value) {
    Call call = call(member, value);
    call.guarded(() -> subscriptions.unsubscribe(call)).run();
  }

  /** Everything that has been asked for is read, and every call is answered. */
  private void goOn() {
    while (!reads.isEmpty()) {
      reads.remove().run();
    }
    assertTrue(table.awaitNone(Duration.ofSeconds(30)), "a call has no answer");
  }

  @Test
  void who_unsubscribes_before_the_resource_has_been_read_is_not_subscribed() {
    String name = catalogs.project().catalog().resources().get(1).name();
    subscribe("uri", uris.get(0));
    subscribe("name", name);
    unsubscribe("uri", uris.get(0));
    unsubscribe("name", name);
    subscribe("uri", uris.get(2));
    goOn();
    assertFalse(subscriptions.has(uris.get(0)));
    assertFalse(subscriptions.has(uris.get(1)));
    assertTrue(subscriptions.has(uris.get(2)));
    assertTrue(wire.lines().stream().allMatch(answer -> answer.has("result")));
  }

  @Test
  void who_subscribes_again_at_once_is_subscribed() {
    subscribe("uri", uris.get(0));
    unsubscribe("uri", uris.get(0));
    subscribe("uri", uris.get(0));
    goOn();
    assertTrue(subscriptions.has(uris.get(0)));
  }

  @Test
  void a_call_that_is_cancelled_subscribes_to_nothing_and_keeps_no_place() {
    for (int i = 0; i < RESOURCES; i++) {
      subscribe("uri", uris.get(i)).cancel();
    }
    subscribe("uri", uris.get(MOST));
    goOn();
    assertTrue(subscriptions.has(uris.get(MOST)));
    assertEquals(1, uris.stream().filter(subscriptions::has).count());
  }

  @Test
  void those_that_come_in_one_burst_are_no_more_than_there_may_be() {
    uris.forEach(uri -> subscribe("uri", uri));
    goOn();
    assertEquals(MOST, uris.stream().filter(subscriptions::has).count());
    assertTrue(uris.subList(0, MOST).stream().allMatch(subscriptions::has));
    assertEquals(
        RESOURCES - MOST, wire.lines().stream().filter(answer -> answer.has("error")).count());
  }
}
