package dev.bullpen.project.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.catalog.CatalogReadings;
import java.io.IOException;
import java.lang.Thread.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What cannot be read for a while has not gone. */
class UnreadTests extends ProjectTest {
  /** The system refuses to say what is there: as it does without a descriptor left. */
  private static final Path REFUSED = Path.of("/tmp", "x".repeat(300));

  @BeforeEach
  void a_project_with_a_tool() throws IOException {
    project.tool("t");
    // A watch may still write when the folder is removed.
    project.env.put("MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true");
  }

  private void beginShortage() throws IOException {
    project.link("resources", REFUSED);
    Files.move(project.root.resolve("tools"), project.root.resolve(".tools"));
  }

  private void endShortage() throws IOException {
    Files.delete(project.root.resolve("resources"));
  }

  @Test
  void the_catalog_stays_as_it_was_until_all_can_be_read_again() throws IOException {
    Project open = project.open();
    assertEquals(1, open.catalog().tools().size());
    beginShortage();
    assertEquals(1, open.refresh().tools().size());
    assertTrue(open.isLacking());
    assertTrue(
        project.warnings.toString().contains("cannot be read at the moment"),
        project.warnings.toString());
    endShortage();
    assertEquals(0, open.refresh().tools().size(), "it has gone indeed");
    assertFalse(open.isLacking());
  }

  @Test
  void the_earlier_state_is_old_again_only_when_its_age_has_passed_once_more() throws IOException {
    long age = CatalogReadings.MAX_AGE.toNanos();
    long start = System.nanoTime();
    Project open = project.open();
    Catalog whole = open.refreshIfStale(start);
    beginShortage();
    assertTrue(open.isStale(start + age));
    assertSame(whole, open.refreshIfStale(start + age));
    assertFalse(open.isStale(start + 2 * age - 1));
    assertTrue(open.isStale(start + 2 * age));
  }

  @Test
  void a_link_that_leads_in_a_circle_is_wrong_itself_and_keeps_nothing_from_being_seen()
      throws IOException {
    Project open = project.open();
    project.link("resources", Path.of("resources"));
    Files.move(project.root.resolve("tools"), project.root.resolve(".tools"));
    assertEquals(0, open.refresh().tools().size());
    assertFalse(open.isLacking());
  }

  @Test
  void a_name_no_file_can_have_is_wrong_itself_and_keeps_nothing_from_being_seen()
      throws IOException {
    Project open = project.open();
    assertEquals(1, open.catalog().tools().size());
    for (String src : new String[] {"x".repeat(300), "x/".repeat(3000) + "icon.png"}) {
      project.tool("icon", "{\"name\": \"icon\", \"icons\": [{\"src\": \"%s\"}]}".formatted(src));
      project.warnings.clear();
      assertEquals(2, open.refresh().tools().size());
      assertFalse(open.isLacking());
      assertTrue(
          project.warnings.toString().contains("there is no such file"),
          project.warnings.toString());
    }
  }

  @Test
  void a_first_reading_shows_what_it_has_and_the_rest_is_announced_when_it_can_be_read()
      throws Exception {
    beginShortage();
    Project open = project.open();
    assertEquals(0, open.catalog().tools().size());
    LinkedBlockingQueue<Set<CatalogKind>> announced = new LinkedBlockingQueue<>();
    try (ProjectWatch watch =
        WatchFixture.watch(
            open, announced::add, () -> {}, folders -> new Silence(), new WatchPace())) {
      Files.move(project.root.resolve(".tools"), project.root.resolve("tools"));
      endShortage();
      assertEquals(Set.of(CatalogKind.TOOLS), announced.poll(30, TimeUnit.SECONDS));
      assertEquals(1, open.catalog().tools().size());
      assertNotEquals(State.TERMINATED, watch.state());
    }
  }

  @Test
  void a_registration_that_lacks_a_file_is_read_again_until_that_is_back() throws Exception {
    Path source = project.root.resolve("src/T.java");
    project
        .file("src/T.java", "class T {}")
        .register("\"tools\":[{\"name\":\"x\",\"java\":\"src/T.java\"}]");
    Project open = project.open();
    assertEquals(1, open.catalog().tools().size());
    assertFalse(open.isLacking());
    Files.delete(source);
    assertTrue(open.refresh().broken().isPresent());
    LinkedBlockingQueue<Set<CatalogKind>> announced = new LinkedBlockingQueue<>();
    try (ProjectWatch watch =
        WatchFixture.watch(
            open, announced::add, () -> {}, folders -> new Silence(), new WatchPace())) {
      project.file("src/T.java", "class T {}");
      Set<CatalogKind> given = announced.poll(30, TimeUnit.SECONDS);
      assertTrue(given != null && given.contains(CatalogKind.TOOLS), "given is " + given);
      assertEquals(1, open.catalog().tools().size());
      assertNotEquals(State.TERMINATED, watch.state());
    }
  }
}
