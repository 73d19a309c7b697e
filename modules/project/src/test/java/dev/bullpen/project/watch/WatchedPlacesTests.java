package dev.bullpen.project.watch;

import static dev.bullpen.project.catalog.CatalogKind.PROMPTS;
import static dev.bullpen.project.catalog.CatalogKind.RESOURCES;
import static dev.bullpen.project.catalog.CatalogKind.RESOURCE_TEMPLATES;
import static dev.bullpen.project.catalog.CatalogKind.TOOLS;
import static dev.bullpen.project.watch.Listed.prompts;
import static dev.bullpen.project.watch.Listed.resources;
import static dev.bullpen.project.watch.Listed.tools;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is elsewhere, or is reached by links, or goes as a whole: noticed, whichever way. */
@ParameterizedClass
@EnumSource
@Tag("slow")
class WatchedPlacesTests extends WatchedProject {
  @Test
  void a_registered_script_elsewhere_may_come_and_go() throws Exception {
    project.register("\"tools\": [{\"name\": \"far\", \"path\": \"bin/far/far.sh\"}]");
    watch.expect(tools(), TOOLS);
    project.script("bin/far/far.sh");
    watch.expect(tools("far"), TOOLS);
    Files.delete(project.root.resolve("bin/far/far.sh"));
    watch.expect(tools(), TOOLS);
  }

  @Test
  void a_registered_resource_elsewhere_is_watched() throws Exception {
    project.file("data/far.txt", "one");
    project.register(
        "\"resources\": [{\"name\": \"f\", \"uri\": \"x://f\", \"path\": \"data/far.txt\"}]");
    watch.expect(catalog -> catalog.resourceNamed("f").isPresent(), RESOURCES);
    watch();
    project.file("data/far.txt", "two");
    watch.expectTouched();
  }

  @Test
  void parts_the_operator_put_elsewhere_come_change_and_go() throws Exception {
    Path elsewhere = temporary.toRealPath().resolve("elsewhere");
    project.env.put("MCPBASH_TOOLS_DIR", elsewhere.resolve("far/tools").toString());
    project.env.put("MCPBASH_PROMPTS_DIR", elsewhere.resolve("prompts").toString());
    watch();
    Files.createDirectories(elsewhere.resolve("prompts"));
    Files.writeString(elsewhere.resolve("prompts/q.txt"), "");
    watch.expect(prompts("q"), PROMPTS);
    Files.createDirectories(elsewhere.resolve("far/tools/x"));
    Files.writeString(elsewhere.resolve("far/tools/x/tool.sh"), "#!/bin/sh\n");
    Files.writeString(elsewhere.resolve("far/tools/x/tool.meta.json"), "{\"name\": \"x\"}");
    watch.expect(tools("x"), TOOLS);
    Files.writeString(elsewhere.resolve("far/tools/x/tool.meta.json"), "{\"name\": \"y\"}");
    watch.expect(tools("y"), TOOLS);
    Files.move(elsewhere.resolve("far/tools"), elsewhere.resolve("far/no-tools"));
    watch.expect(tools(), TOOLS);
    Files.move(elsewhere.resolve("far/no-tools"), elsewhere.resolve("far/tools"));
    watch.expect(tools("y"), TOOLS);
  }

  @Test
  void a_hidden_part_in_the_project_comes_changes_and_goes() throws Exception {
    project.env.put("MCPBASH_PROMPTS_DIR", path(".prompts").toString());
    watch();
    Files.createDirectory(path(".prompts"));
    write(".prompts/a.txt", "");
    watch.expect(prompts("a"), PROMPTS);
    write(".prompts/b.txt", "");
    watch.expect(prompts("a", "b"), PROMPTS);
    move(".prompts", ".put-aside");
    watch.expect(prompts(), PROMPTS);
    move(".put-aside", ".prompts");
    watch.expect(prompts("a", "b"), PROMPTS);
  }

  @Test
  void a_part_that_is_a_link_within_the_project_is_watched() throws Exception {
    remove("prompts");
    project.file("src/one/a.txt", "").file("src/two/b.txt", "");
    Files.createSymbolicLink(path("prompts"), path("src/one"));
    watch.expect(prompts("a"), PROMPTS);
    write("src/one/c.txt", "");
    watch.expect(prompts("a", "c"), PROMPTS);
    Files.delete(path("prompts"));
    Files.createSymbolicLink(path("prompts"), path("src/two"));
    watch.expect(prompts("b"), PROMPTS);
  }

  @Test
  void metadata_that_a_link_leads_to_is_watched() throws Exception {
    project.script("tools/a/a.sh").file("shared/one.json", "{\"name\": \"one\"}");
    Files.createSymbolicLink(path("shared/current.json"), Path.of("one.json"));
    Files.createSymbolicLink(path("tools/a/a.meta.json"), Path.of("../../shared/current.json"));
    watch();
    write("shared/one.json", "{\"name\": \"first\"}");
    watch.expect(tools("t", "first"), TOOLS);
    write("shared/two.json", "{\"name\": \"two\"}");
    Files.createSymbolicLink(path("shared/next.json"), Path.of("two.json"));
    Files.move(
        path("shared/next.json"), path("shared/current.json"), StandardCopyOption.ATOMIC_MOVE);
    watch.expect(tools("t", "two"), TOOLS);
    Files.delete(path("shared/two.json"));
    watch.expect(tools("t"), TOOLS);
    write("shared/two.json", "{\"name\": \"again\"}");
    watch.expect(tools("t", "again"), TOOLS);
  }

  @Test
  void a_link_on_the_way_to_a_part_is_watched() throws Exception {
    Path releases = Files.createDirectories(temporary.toRealPath().resolve("releases"));
    for (String release : new String[] {"one", "two", "three"}) {
      Files.createDirectories(releases.resolve(release + "/prompts"));
      Files.writeString(releases.resolve(release + "/prompts/" + release + ".txt"), "");
    }
    Files.createSymbolicLink(releases.resolve("current"), Path.of("one"));
    project.env.put("MCPBASH_PROMPTS_DIR", releases.resolve("current/prompts").toString());
    watch();
    for (String release : new String[] {"two", "three"}) {
      Files.createSymbolicLink(releases.resolve("next"), Path.of(release));
      Files.move(
          releases.resolve("next"), releases.resolve("current"), StandardCopyOption.ATOMIC_MOVE);
      watch.expect(prompts(release), PROMPTS);
    }
    Files.writeString(releases.resolve("three/prompts/late.txt"), "");
    watch.expect(prompts("three", "late"), PROMPTS);
  }

  @Test
  void what_a_part_that_is_a_link_leads_to_may_go_and_return() throws Exception {
    remove("prompts");
    project.file("src/one/a.txt", "");
    Files.createSymbolicLink(path("link"), path("src"));
    Files.createSymbolicLink(path("prompts"), Path.of("./src/../link/one"));
    watch();
    remove("src/one");
    watch.expect(prompts(), PROMPTS);
    Files.createDirectory(path("src/one"));
    write("src/one/b.txt", "");
    watch.expect(prompts("b"), PROMPTS);
    write("src/one/c.txt", "");
    watch.expect(prompts("b", "c"), PROMPTS);
  }

  @Test
  void the_project_folder_itself_may_go_and_return() throws Exception {
    remove("");
    watch.expect(
        tools().and(prompts()).and(resources()), TOOLS, PROMPTS, RESOURCES, RESOURCE_TEMPLATES);
    project.tool("again");
    watch.expect(tools("again"), TOOLS);
  }
}
