package dev.bullpen.server.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.pool.HelperPool;
import dev.bullpen.project.Project;
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
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Subscriptions to resources whose URIs are not written as lists show them. */
class SubscriptionNamesTests {
  private static final HelperPool NO_POOL = null;
  private static final Programs NO_PROGRAMS = null;
  private static final HttpsFetch NO_HOSTS = null;

  @TempDir Path folder;
  private final Wire wire = Wire.reading();
  private final CallTable table = new CallTable();
  private final BlockingQueue<String> changed = new LinkedBlockingQueue<>();
  private Path resources;
  private Catalogs catalogs;
  private ResourceFetch fetch;
  private ResourceWatch watch;
  private LegacySubscriptions subscriptions;
  private int calls;

  @BeforeEach
  void a_project_with_odd_uris() throws Exception {
    Path root = folder.toRealPath().resolve("project");
    resources = Files.createDirectories(root.resolve("resources"));
    resource("wide", "note://gr\u00f6\u00dfe");
    resource("blank", "note://my notes");
    resource("bare", "my notes");
    resource("nul", "note://a%00b");
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
            Runnable::run,
            NO_HOSTS,
            ToolSettings.of(environment, Duration.ZERO, JobLimits.NONE),
            new AnswerRoom(wire.writer()));
    watch = new ResourceWatch(catalogs, fetch, environment, changed::add);
    subscriptions = new LegacySubscriptions(catalogs, fetch, watch);
    CountDownLatch loaded = new CountDownLatch(1);
    catalogs.whenLoaded(loaded::countDown);
    assertTrue(loaded.await(60, TimeUnit.SECONDS));
  }

  private void resource(String name, String uri) throws Exception {
    Files.writeString(resources.resolve(name + ".txt"), "one");
    Files.write(
        resources.resolve(name + ".meta.json"),
        Json.bytes(Json.object().put("name", name).put("uri", uri)));
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

  private void subscribe(String member, String value) {
    Call call = call(member, value);
    call.guarded(() -> subscriptions.subscribe(call)).run();
    assertTrue(table.awaitNone(Duration.ofSeconds(30)), "it has no answer");
  }

  private void unsubscribe(String member, String value) {
    Call call = call(member, value);
    call.guarded(() -> subscriptions.unsubscribe(call)).run();
    assertTrue(table.awaitNone(Duration.ofSeconds(30)), "it has no answer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"note://gr\u00f6\u00dfe", "note://gr%C3%B6%C3%9Fe"})
  void a_name_ends_a_subscription_by_uri_however_that_was_written(String uri) {
    subscribe("uri", uri);
    assertTrue(subscriptions.has(uri));
    unsubscribe("name", "wide");
    assertFalse(subscriptions.has(uri));
  }

  @ParameterizedTest
  @CsvSource({"blank, note://my%20notes", "bare, resource:my%20notes"})
  void a_change_of_what_has_no_uri_is_told_under_the_one_that_lists_show(String name, String listed)
      throws Exception {
    subscribe("name", name);
    assertTrue(subscriptions.has(listed));
    Files.writeString(resources.resolve("wide.txt"), "another");
    watch.look();
    Files.writeString(resources.resolve(name + ".txt"), "more than before");
    watch.look();
    assertEquals(listed, changed.poll(60, TimeUnit.SECONDS));
    unsubscribe("name", name);
    assertFalse(subscriptions.has(listed));
    // Nothing else was told: what comes next is of the next one.
    subscribe("name", "wide");
    Files.writeString(resources.resolve("wide.txt"), "and more than that");
    watch.look();
    assertEquals("note://gr%C3%B6%C3%9Fe", changed.poll(60, TimeUnit.SECONDS));
  }

  @Test
  void what_can_be_read_by_its_name_alone_cannot_be_subscribed_to() {
    subscribe("name", "nul");
    assertEquals(
        "Invalid params: the resource nul cannot be subscribed to: its uri is no URI of at most 8192"
            + " characters. Read it by its name",
        wire.lines().get(0).at("/error/message").stringValue());
  }
}
