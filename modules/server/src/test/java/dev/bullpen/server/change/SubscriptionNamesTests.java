package dev.bullpen.server.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
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
  @TempDir Path folder;
  private final BlockingQueue<String> changed = new LinkedBlockingQueue<>();
  private Path resources;
  private WatchedProject project;
  private Subscriber client;

  @BeforeEach
  void a_project_with_odd_uris() throws Exception {
    Path root = folder.toRealPath().resolve("project");
    resources = Files.createDirectories(root.resolve("resources"));
    resource("wide", "note://gr\u00f6\u00dfe");
    resource("blank", "note://my notes");
    resource("bare", "my notes");
    resource("nul", "note://a%00b");
    resource("x", "Note://x");
    project = new WatchedProject(root, Runnable::run, changed::add);
    client = new Subscriber(project);
  }

  private void resource(String name, String uri) throws Exception {
    Files.writeString(resources.resolve(name + ".txt"), "one");
    Files.write(
        resources.resolve(name + ".meta.json"),
        Json.bytes(Json.object().put("name", name).put("uri", uri)));
  }

  @AfterEach
  void end() {
    project.close();
  }

  private void subscribe(String member, String value) {
    client.subscribe(member, value);
    client.awaitAnswers();
  }

  private void unsubscribe(String member, String value) {
    client.unsubscribe(member, value);
    client.awaitAnswers();
  }

  @ParameterizedTest
  @ValueSource(strings = {"note://gr\u00f6\u00dfe", "note://gr%C3%B6%C3%9Fe"})
  void a_name_ends_a_subscription_by_uri_however_that_was_written(String uri) {
    subscribe("uri", uri);
    assertTrue(client.has(uri));
    unsubscribe("name", "wide");
    assertFalse(client.has(uri));
  }

  @ParameterizedTest
  @CsvSource({
    "note://x, NOTE://x",
    "NOTE://x, note://x",
    "file:FOLDER/x.txt, file://FOLDER/x.txt",
    "file://localhostFOLDER/x.txt, file:FOLDER/x.txt"
  })
  void another_spelling_of_a_uri_ends_a_subscription_and_a_change_has_the_first_spelling(
      String asked, String ended) throws Exception {
    String uri = asked.replace("FOLDER", resources.toString());
    subscribe("uri", uri);
    Files.writeString(resources.resolve("x.txt"), "more than before");
    project.watch.check();
    assertEquals(uri, changed.poll(60, TimeUnit.SECONDS));
    assertTrue(client.has(uri));
    unsubscribe("uri", ended.replace("FOLDER", resources.toString()));
    assertFalse(client.has(uri));
  }

  @ParameterizedTest
  @CsvSource({"blank, note://my%20notes", "bare, resource:my%20notes"})
  void a_change_of_a_resource_by_name_has_the_uri_that_lists_show(String name, String listed)
      throws Exception {
    subscribe("name", name);
    assertTrue(client.has(listed));
    Files.writeString(resources.resolve("wide.txt"), "another");
    project.watch.check();
    Files.writeString(resources.resolve(name + ".txt"), "more than before");
    project.watch.check();
    assertEquals(listed, changed.poll(60, TimeUnit.SECONDS));
    unsubscribe("name", name);
    assertFalse(client.has(listed));
    // Nothing else was sent: what comes next is of the next one.
    subscribe("name", "wide");
    Files.writeString(resources.resolve("wide.txt"), "and more than that");
    project.watch.check();
    assertEquals("note://gr%C3%B6%C3%9Fe", changed.poll(60, TimeUnit.SECONDS));
  }

  @Test
  void what_can_be_read_by_its_name_alone_cannot_be_subscribed_to() {
    subscribe("name", "nul");
    assertEquals(
        "Invalid params: the resource nul cannot be subscribed to: its uri is no URI of at most 8192"
            + " characters. Read it by its name",
        project.wire.lines().get(0).at("/error/message").stringValue());
  }
}
