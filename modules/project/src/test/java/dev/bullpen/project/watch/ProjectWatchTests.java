package dev.bullpen.project.watch;

import static dev.bullpen.project.catalog.CatalogKind.PROMPTS;
import static dev.bullpen.project.catalog.CatalogKind.RESOURCES;
import static dev.bullpen.project.catalog.CatalogKind.RESOURCE_TEMPLATES;
import static dev.bullpen.project.catalog.CatalogKind.TOOLS;
import static dev.bullpen.project.watch.Listed.described;
import static dev.bullpen.project.watch.Listed.prompts;
import static dev.bullpen.project.watch.Listed.resources;
import static dev.bullpen.project.watch.Listed.templates;
import static dev.bullpen.project.watch.Listed.tools;
import static java.util.function.Predicate.not;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is noticed, whichever way. */
@ParameterizedClass
@EnumSource
@Tag("slow")
class ProjectWatchTests extends WatchedProject {
  @Test
  void a_tool_is_added_edited_renamed_and_removed() throws Exception {
    project.tool("v");
    watch.expect(tools("t", "v"), TOOLS);
    write("tools/v/tool.meta.json", "{\"name\": \"v\", \"description\": \"new\"}");
    watch.expect(described("v", "new"), TOOLS);
    write("tools/v/tool.meta.json", "{\"name\": \"w\"}");
    watch.expect(tools("t", "w"), TOOLS);
    remove("tools/v");
    watch.expect(tools("t"), TOOLS);
  }

  @Test
  void a_script_becomes_a_tool_when_it_may_be_executed() throws Exception {
    project.file("tools/x/x.sh", "#!/bin/sh\n").file("prompts/marker.txt", "");
    watch.expect(prompts("p", "marker"), PROMPTS);
    ProjectFixture.permit(path("tools/x/x.sh"), "rwxr-xr-x");
    watch.expect(tools("t", "x"), TOOLS);
  }

  @Test
  void a_prompt_is_added_edited_renamed_and_removed() throws Exception {
    write("prompts/q.txt", "");
    watch.expect(prompts("p", "q"), PROMPTS);
    write("prompts/q.meta.json", "{\"name\": \"q\", \"description\": \"new\"}");
    watch.expect(prompts("p", "q").and(Listed::isAnyPromptDescribed), PROMPTS);
    Files.delete(path("prompts/q.meta.json"));
    watch.expect(prompts("p", "q").and(not(Listed::isAnyPromptDescribed)), PROMPTS);
    move("prompts/q.txt", "prompts/o.txt");
    watch.expect(prompts("p", "o"), PROMPTS);
    Files.delete(path("prompts/o.txt"));
    watch.expect(prompts("p"), PROMPTS);
  }

  @Test
  void a_resource_is_added_edited_renamed_and_removed() throws Exception {
    write("resources/s.txt", "");
    watch.expect(resources("r", "s"), RESOURCES);
    write("resources/s.meta.json", "{\"name\": \"s\", \"uri\": \"note://s\"}");
    watch.expect(catalog -> catalog.resource("note://s").isPresent(), RESOURCES);
    Files.delete(path("resources/s.meta.json"));
    watch.expect(catalog -> catalog.resource("note://s").isEmpty(), RESOURCES);
    move("resources/s.txt", "resources/q.txt");
    watch.expect(resources("r", "q"), RESOURCES);
    Files.delete(path("resources/q.txt"));
    watch.expect(resources("r"), RESOURCES);
  }

  @Test
  void a_template_is_added_edited_renamed_and_removed() throws Exception {
    write("resources/v.meta.json", template("v", "v://{id}"));
    watch.expect(templates("u://{id}", "v://{id}"), RESOURCE_TEMPLATES);
    write("resources/v.meta.json", template("v", "w://{id}"));
    watch.expect(templates("u://{id}", "w://{id}"), RESOURCE_TEMPLATES);
    write("resources/v.meta.json", template("x", "w://{id}"));
    watch.expect(
        catalog -> catalog.templates().stream().anyMatch(found -> found.name().equals("x")),
        RESOURCE_TEMPLATES);
    Files.delete(path("resources/v.meta.json"));
    watch.expect(templates("u://{id}"), RESOURCE_TEMPLATES);
  }

  @Test
  void a_registration_is_added_edited_and_removed() throws Exception {
    project.register("\"prompts\": []");
    watch.expect(prompts(), PROMPTS);
    project.register("\"prompts\": [], \"tools\": []");
    watch.expect(tools(), TOOLS);
    Files.delete(path("server.d/register.json"));
    watch.expect(tools("t").and(prompts("p")), TOOLS, PROMPTS);
  }

  @Test
  void what_is_in_new_folders_at_any_depth_is_noticed() throws Exception {
    Files.createDirectories(path("tools/a/b/c"));
    project.tool("a/b/c", "{\"name\": \"deep\"}");
    watch.expect(tools("t", "deep"), TOOLS);
    write("tools/a/b/c/tool.meta.json", "{\"name\": \"deeper\"}");
    watch.expect(tools("t", "deeper"), TOOLS);
  }

  @ParameterizedTest(name = "in one burst: {0}")
  @ValueSource(booleans = {false, true})
  void a_folder_may_be_removed_and_made_again(boolean inOneBurst) throws Exception {
    for (String name : new String[] {"one", "two", "three"}) {
      remove("tools");
      if (!inOneBurst) {
        watch.expect(tools(), TOOLS);
      }
      project.tool("x", "{\"name\": \"%s\"}".formatted(name));
      watch.expect(tools(name), TOOLS);
      write("tools/x/tool.meta.json", "{\"name\": \"%s-edited\"}".formatted(name));
      watch.expect(tools(name + "-edited"), TOOLS);
    }
  }

  @Test
  void a_folder_may_be_moved_and_another_put_in_its_place() throws Exception {
    project.tool("a/inner", "{\"name\": \"inner\"}");
    watch.expect(tools("t", "inner"), TOOLS);
    move("tools/a", "tools/b");
    project.tool("a/other", "{\"name\": \"other\"}");
    watch.expect(tools("t", "inner", "other"), TOOLS);
    write("tools/b/inner/tool.meta.json", "{\"name\": \"moved\"}");
    watch.expect(tools("t", "moved", "other"), TOOLS);
    write("tools/a/other/tool.meta.json", "{\"name\": \"new\"}");
    watch.expect(tools("t", "moved", "new"), TOOLS);
  }

  @Test
  void a_folder_that_has_moved_may_get_new_ones() throws Exception {
    project.tool("a/inner", "{\"name\": \"inner\"}");
    watch.expect(tools("t", "inner"), TOOLS);
    move("tools/a", "tools/b");
    write("prompts/moved.txt", "");
    watch.expect(prompts("p", "moved"), PROMPTS);
    Files.createDirectory(path("tools/b/late"));
    write("prompts/made.txt", "");
    watch.expect(prompts("p", "moved", "made"), PROMPTS);
    project.tool("b/late", "{\"name\": \"late\"}");
    watch.expect(tools("t", "inner", "late"), TOOLS);
  }

  @Test
  void a_project_may_begin_empty() throws Exception {
    project = new ProjectFixture(Files.createDirectories(temporary.resolve("empty")));
    watch();
    project.tool("first");
    watch.expect(tools("first"), TOOLS);
    project.file("resources/a/b.txt", "");
    watch.expect(resources("b"), RESOURCES);
  }

  @Test
  void a_file_may_be_replaced_by_a_rename_as_editors_do() throws Exception {
    for (int i = 0; i < 3; i++) {
      Path saved = path("tools/t/.tool.meta.json.tmp");
      Files.writeString(saved, "{\"name\": \"t\", \"description\": \"%d\"}".formatted(i));
      Files.move(
          saved,
          path("tools/t/tool.meta.json"),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      watch.expect(described("t", Integer.toString(i)), TOOLS);
    }
  }

  @Test
  void a_replacement_of_the_same_size_and_time_is_noticed() throws Exception {
    FileTime time = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
    for (String name : new String[] {"a", "b", "c"}) {
      Path saved = path("tools/t/.saved");
      Files.writeString(saved, "{\"name\": \"%s\"}".formatted(name));
      Files.setLastModifiedTime(saved, time);
      Files.move(saved, path("tools/t/tool.meta.json"), StandardCopyOption.REPLACE_EXISTING);
      watch.expect(tools(name), TOOLS);
    }
  }

  @Test
  void two_hundred_changes_are_announced_and_end_with_the_last() throws Exception {
    for (int i = 1; i <= 200; i++) {
      if (i % 2 == 0) {
        write("tools/t/tool.meta.json", "{\"name\": \"t\", \"description\": \"%d\"}".formatted(i));
      } else {
        project.tool("t" + i % 20);
      }
    }
    watch.expect(described("t", "200").and(catalog -> catalog.tools().size() == 11), TOOLS);
  }

  @Test
  void a_file_that_is_touched_without_change_is_reported_and_not_announced() throws Exception {
    Files.setLastModifiedTime(path("tools/t/tool.meta.json"), FileTime.from(Instant.now()));
    watch.expectTouched();
    write("resources/r.txt", "content is no part of the catalog");
    watch.expectTouched();
    write("prompts/marker.txt", "");
    assertEquals(Set.of(PROMPTS), watch.next());
  }

  @Test
  void one_burst_is_one_announcement_of_all_that_differs() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    holdTheNextReading(reading, mayGoOn);
    project.tool("v").file("prompts/q.txt", "").file("resources/s.txt", "");
    mayGoOn.countDown();
    assertEquals(EnumSet.of(TOOLS, PROMPTS, RESOURCES), watch.next());
    assertEquals(0, watch.announcements());
  }

  @Test
  void what_changes_during_a_reading_is_noticed() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    holdTheNextReading(reading, mayGoOn);
    write("tools/t/tool.meta.json", "{\"name\": \"t\", \"description\": \"meanwhile\"}");
    Files.createDirectories(path("tools/v/deep"));
    mayGoOn.countDown();
    watch.expect(described("t", "meanwhile"), TOOLS);
    project.tool("v/deep", "{\"name\": \"v\"}");
    watch.expect(tools("t", "v"), TOOLS);
  }

  /** A reading that has seen all files is held where it reports its first problem. */
  private void holdTheNextReading(CountDownLatch reading, CountDownLatch mayGoOn) throws Exception {
    watch.close();
    Project open =
        Project.open(
            project.root,
            project.env,
            project.root,
            problem -> {
              reading.countDown();
              WatchFixture.awaitUninterrupted(mayGoOn);
            });
    watch = WatchFixture.start(open, way).ready();
    write("resources/r.meta.json", "broken");
    WatchFixture.awaitUninterrupted(reading);
  }

  @Test
  void what_changed_between_the_reading_and_the_start_is_noticed() throws Exception {
    watch.close();
    Project open = project.open();
    open.catalog();
    project.tool("early");
    watch = WatchFixture.start(open, way);
    watch.expect(tools("t", "early"), TOOLS);
  }
}
