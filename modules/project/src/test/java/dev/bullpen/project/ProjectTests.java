package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogReadings;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.watch.WatchFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProjectTests extends ProjectTest {
  private static final long MAX_AGE = CatalogReadings.MAX_AGE.toNanos();
  private static final long START = Long.MAX_VALUE - MAX_AGE / 2;

  @BeforeEach
  void a_project_with_a_prompt() throws IOException {
    project.file("prompts/a.txt", "");
  }

  private static List<String> names(Catalog catalog) {
    return catalog.prompts().stream().map(Prompt::name).toList();
  }

  @Test
  void a_catalog_is_held_until_it_is_old() throws IOException {
    Project open = project.open();
    Catalog first = open.refreshIfStale(START);
    project.file("prompts/b.txt", "");
    assertSame(first, open.catalog());
    assertSame(first, open.refreshIfStale(START + MAX_AGE - 1));
    Catalog second = open.refreshIfStale(START + MAX_AGE);
    assertEquals(List.of("a", "b"), names(second));
    assertSame(second, open.catalog());
    assertEquals(List.of("a"), names(first));
  }

  @Test
  void a_problem_is_reported_once_while_it_lasts_and_again_when_it_returns() throws IOException {
    Project open = project.open();
    project.file("prompts/a.meta.json", "broken");
    open.refresh();
    open.refresh();
    assertEquals(1, project.warnings.size(), project.warnings.toString());
    project.file("prompts/a.meta.json", "{}");
    open.refresh();
    assertEquals(1, project.warnings.size());
    project.file("prompts/a.meta.json", "broken");
    open.refresh();
    assertEquals(2, project.warnings.size());
  }

  @Test
  void a_registration_may_break_and_be_mended_while_served() throws IOException {
    Project open = project.open();
    assertEquals(List.of("a"), names(open.refresh()));
    project.file("server.d/register.json", "{");
    assertTrue(open.refresh().broken().isPresent());
    Files.delete(project.root.resolve("server.d/register.json"));
    assertEquals(List.of("a"), names(open.refresh()));
  }

  @Test
  void while_one_thread_refreshes_the_others_are_not_held_up() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    project.file("prompts/a.meta.json", "{}");
    // The refreshing thread is held where it reports its first problem.
    Project open =
        Project.open(
            project.root,
            project.env,
            project.root,
            problem -> {
              reading.countDown();
              WatchFixture.awaitUninterrupted(mayGoOn);
            });
    Catalog first = open.refreshIfStale(START);
    project.file("prompts/a.meta.json", "broken").file("prompts/b.txt", "");
    AtomicReference<Catalog> slow = new AtomicReference<>();
    Thread reader =
        new Thread(() -> slow.set(open.refreshIfStale(START + MAX_AGE)), "slow refresh");
    reader.start();
    WatchFixture.awaitUninterrupted(reading);
    Catalog other = open.catalog();
    assertEquals(List.of("a", "b"), names(other));
    assertEquals(List.of("a"), names(first));
    mayGoOn.countDown();
    reader.join(TimeUnit.SECONDS.toMillis(10));
    assertSame(other, slow.get());
  }

  @Test
  void a_broken_registration_is_read_again_also_while_every_change_is_noticed() throws IOException {
    project.register("\"tools\": [{\"name\": \"a\", \"java\": \"lib/A.java\"}]");
    Project open = project.open();
    assertTrue(open.refreshIfStale(START).broken().isPresent());
    open.watched(true);
    project.file("lib/A.java", "class A {}");
    assertTrue(open.refreshIfStale(START + MAX_AGE - 1).broken().isPresent());
    assertFalse(open.refreshIfStale(START + MAX_AGE).broken().isPresent());
    assertFalse(open.isStale(START + 10 * MAX_AGE));
  }

  @Test
  void a_prompt_may_be_called_like_a_completion() throws IOException {
    Files.delete(project.root.resolve("prompts/a.txt"));
    project
        .file("prompts/q.completion.txt", "Query")
        .file("prompts/q.completion.meta.json", "{\"name\": \"q.completion\"}");
    assertEquals(List.of("q.completion"), prompts());
    assertEquals(List.of(), project.warnings);
  }
}
