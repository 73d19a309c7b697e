package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.json.Json;
import dev.bullpen.project.catalog.CalledPrograms;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.script.RequestVariables.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Prompts whose registered path leads out are listed; nothing there is read, run or shown. */
class PromptContainmentTests extends ProjectTest {

  private Path outside;

  @BeforeEach
  void a_project_beside_a_folder_with_a_secret() throws IOException {
    project.file("prompts/late.txt", "inside");
    outside = Files.createDirectory(temporary.toRealPath().resolve("outside"));
    for (String name : List.of("secret.txt", "secret.sh", "secret.java")) {
      Files.writeString(outside.resolve(name), "#!/bin/sh\necho secret\n");
      ProjectFixture.permit(outside.resolve(name), "rwxr-xr-x");
      link("prompts/link-" + name, outside.resolve(name));
    }
    link("prompts/folder", outside);
    link("prompts/chain.txt", Path.of("folder/secret.txt"));
  }

  private void link(String name, Path target) throws IOException {
    Path link = project.root.resolve(name);
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, target);
  }

  private static void get(Project open, String name) throws RefusedException {
    Prompt prompt = open.catalog().prompt(name).orElseThrow();
    if (prompt.isScript()) {
      Request request =
          new Request(Json.object(), Json.object(), List.of(), Optional.empty(), Optional.empty());
      open.promptGets().script(prompt, request);
    } else {
      open.promptGets().text(prompt, Json.object());
    }
  }

  private static String entry(String name, String path, String render) {
    return "{\"name\": \"%s\", \"path\": \"%s\"%s}"
        .formatted(name, path, render.isEmpty() ? "" : ", \"render\": \"" + render + "\"");
  }

  @ParameterizedTest
  @CsvSource({"txt, ''", "txt, text", "sh, script", "java, ''", "java, text", "java, script"})
  void what_they_lead_to_is_neither_shown_nor_run(String extension, String render)
      throws Exception {
    String secret = "secret." + extension;
    List<String> paths = new ArrayList<>();
    paths.addAll(List.of(outside + "/" + secret, "../outside/" + secret, "link-" + secret));
    paths.addAll(List.of("../../outside/" + secret, "folder/" + secret, "x/../folder/" + secret));
    paths.addAll(List.of("chain.txt", "prompts/folder/" + secret, "../../outside", "folder", "/"));
    List<String> entries = new ArrayList<>();
    for (int i = 0; i < paths.size(); i++) {
      entries.add(entry("p" + i, paths.get(i), render));
    }
    project.register("\"prompts\": [" + String.join(", ", entries) + "]");
    Project open = project.open();
    Catalog catalog = open.catalog();
    assertEquals(Optional.empty(), catalog.broken());
    assertEquals(paths.size(), catalog.prompts().size());
    for (Prompt prompt : catalog.prompts()) {
      RefusedException e = assertThrows(RefusedException.class, () -> get(open, prompt.name()));
      assertFalse(e.isInvalid());
      assertFalse(e.getMessage().contains("secret"), e.getMessage());
    }
    Layout layout = Layout.of(project.root, project.env, project.root.resolve("home"));
    assertEquals(Set.of(), CalledPrograms.javaSources(catalog, layout));
    assertEquals(Set.of(), CalledPrograms.scripts(catalog, layout));
  }

  @Test
  void nor_is_what_leads_out_only_after_it_was_listed() throws Exception {
    project.register("\"prompts\": [" + entry("p", "late.txt", "") + "]");
    Project open = project.open();
    get(open, "p");
    link("prompts/late.txt", outside.resolve("secret.txt"));
    assertThrows(RefusedException.class, () -> get(open, "p"));
  }

  @Test
  void one_without_a_path_is_refused_when_it_is_asked_for() throws Exception {
    project.register("\"prompts\": [{\"name\": \"p\"}, {\"name\": \"s\", \"render\": \"script\"}]");
    Project open = project.open();
    assertEquals(
        "Unable to render prompt",
        assertThrows(RefusedException.class, () -> get(open, "p")).getMessage());
    assertEquals(
        "Prompt 's' executable missing",
        assertThrows(RefusedException.class, () -> get(open, "s")).getMessage());
  }
}
