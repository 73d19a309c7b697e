package dev.bullpen.server.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.resource.Resource;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.client.SharedBudget;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LegacySubscriptionsTests {
  private static final int MOST = 1024;
  private static final int RESOURCES = MOST + 6;

  @TempDir Path folder;

  /** Reads that have been asked for, and are done when the test says so. */
  private final Queue<Runnable> reads = new ArrayDeque<>();

  private WatchedProject project;
  private Subscriber client;
  private List<String> uris;

  @BeforeEach
  void a_project_with_more_resources_than_may_be_subscribed_to() throws Exception {
    Path root = folder.toRealPath().resolve("project");
    Path texts = Files.createDirectories(root.resolve("resources"));
    for (int i = 0; i < RESOURCES; i++) {
      Files.createFile(texts.resolve("r" + i + ".txt"));
    }
    project = new WatchedProject(root, reads::add, uri -> {});
    client = new Subscriber(project);
    uris = project.catalogs.project().catalog().resources().stream().map(Resource::uri).toList();
    assertEquals(RESOURCES, uris.size());
  }

  @AfterEach
  void end() {
    project.close();
  }

  /** Everything that has been asked for is read, and every call is answered. */
  private void goOn() {
    while (!reads.isEmpty()) {
      reads.remove().run();
    }
    client.awaitAnswers();
  }

  @Test
  void who_unsubscribes_before_the_resource_has_been_read_is_not_subscribed() {
    String name = project.catalogs.project().catalog().resources().get(1).name();
    client.subscribe("uri", uris.get(0));
    client.subscribe("name", name);
    client.unsubscribe("uri", uris.get(0));
    client.unsubscribe("name", name);
    client.subscribe("uri", uris.get(2));
    goOn();
    assertFalse(client.has(uris.get(0)));
    assertFalse(client.has(uris.get(1)));
    assertTrue(client.has(uris.get(2)));
    assertTrue(project.wire.lines().stream().allMatch(answer -> answer.has("result")));
  }

  @Test
  void who_subscribes_again_at_once_is_subscribed() {
    client.subscribe("uri", uris.get(0));
    client.unsubscribe("uri", uris.get(0));
    client.subscribe("uri", uris.get(0));
    goOn();
    assertTrue(client.has(uris.get(0)));
  }

  @Test
  void a_call_that_is_cancelled_subscribes_to_nothing_and_keeps_no_place() {
    for (int i = 0; i < RESOURCES; i++) {
      client.subscribe("uri", uris.get(i)).cancel();
    }
    client.subscribe("uri", uris.get(MOST));
    goOn();
    assertTrue(client.has(uris.get(MOST)));
    assertEquals(1, uris.stream().filter(client::has).count());
  }

  /** How many of these a client may subscribe to. */
  private long subscribed(Subscriber some, List<String> wanted) {
    wanted.forEach(uri -> some.subscribe("uri", uri));
    goOn();
    return wanted.stream().filter(some::has).count();
  }

  @Test
  void the_sessions_of_a_principal_may_subscribe_to_two_thirds_and_leave_some_to_others() {
    List<String> ten = uris.stream().filter(uri -> uri.matches(".*/r100\\d\\.txt")).toList();
    long size = LegacySubscriptions.SUBSCRIPTION_BYTES + ten.get(0).length();
    SharedBudget budget = new SharedBudget(9 * size);
    Principal one = Principal.remote("one");
    Subscriber first = new Subscriber(project, budget, one);
    Subscriber second = new Subscriber(project, budget, one);
    Subscriber other = new Subscriber(project, budget, Principal.remote("other"));
    assertEquals(6, subscribed(first, ten));
    assertEquals(0, subscribed(second, ten));
    first.unsubscribe("uri", ten.get(0));
    assertEquals(1, subscribed(second, ten));
    assertEquals(2, subscribed(other, ten));
    List.of(first, second, other).forEach(Subscriber::close);
    assertEquals(0, budget.held());
  }

  @Test
  void those_that_come_in_one_burst_are_no_more_than_there_may_be() {
    uris.forEach(uri -> client.subscribe("uri", uri));
    goOn();
    assertEquals(MOST, uris.stream().filter(client::has).count());
    assertTrue(uris.subList(0, MOST).stream().allMatch(client::has));
    assertEquals(
        RESOURCES - MOST,
        project.wire.lines().stream().filter(answer -> answer.has("error")).count());
  }
}
