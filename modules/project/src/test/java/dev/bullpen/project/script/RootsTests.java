package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.script.Roots.Root;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ArrayNode;

class RootsTests extends ProjectTest {
  private Path real;

  @BeforeEach
  void a_project_beside_other_folders() throws IOException {
    project.file("server.d/server.meta.json", "{}");
    real = temporary.toRealPath();
    Files.createDirectories(real.resolve("two words/\u00e9"));
    Files.createDirectories(real.resolve("other"));
  }

  private static List<Path> ofClient(String... uris) {
    ArrayNode sent = Json.array();
    for (String uri : uris) {
      sent.addObject().put("uri", uri);
    }
    return paths(Roots.ofClient(sent));
  }

  private static List<Path> paths(Roots roots) {
    return roots.all().stream().map(Root::path).toList();
  }

  @Test
  void a_client_names_folders_by_their_uris() throws Exception {
    String uri = "file://" + real + "/two%20words/%C3%A9";
    ArrayNode sent = (ArrayNode) Json.parse("[{\"uri\":\"%s\",\"name\":\"N\"}]".formatted(uri));
    assertEquals(
        new Roots(List.of(new Root(uri, Optional.of("N"), real.resolve("two words/\u00e9")))),
        Roots.ofClient(sent));
  }

  @Test
  void the_scheme_has_any_case_and_the_host_is_none_or_this_one() {
    assertEquals(List.of(real.resolve("other")), ofClient("FILE://LocalHost" + real + "/other"));
    assertEquals(List.of(), ofClient("file://elsewhere" + real + "/other"));
    assertEquals(List.of(), ofClient("file://localhoste" + real + "/other"));
    assertEquals(List.of(real.resolve("other")), ofClient("file:" + real + "/other"));
    assertEquals(
        List.of(), ofClient("https://" + real + "/other", "file:other", "file:", "", "file://"));
  }

  @Test
  void an_absolute_path_names_a_folder_as_it_is() throws IOException {
    Path odd = Files.createDirectories(real.resolve("100%#?"));
    Roots roots = Roots.ofClient(Json.array().add(Json.object().put("uri", odd.toString())));
    assertEquals(List.of(new Root(FileUri.of(odd), Optional.empty(), odd)), roots.all());
    assertEquals(List.of(), ofClient("other", "./other", "~", "/gone", real + "/\0"));
  }

  @Test
  void what_is_wrong_with_one_root_costs_the_others_nothing() throws Exception {
    String sent =
        "[{'uri':''},{},1,null,[],'file:///',{'uri':7},{'uri':'vscode://x'},{'uri':'/\\ud800'},{'uri':'%s'},{'uri':'file://%s'}]"
            .formatted(real + "/other", project.root)
            .replace('\'', '"');
    assertEquals(
        List.of(real.resolve("other"), project.root),
        paths(Roots.ofClient((ArrayNode) Json.parse(sent))));
  }

  @Test
  void raw_characters_stand_for_themselves_and_broken_escapes_for_nothing() {
    assertEquals(
        List.of(real.resolve("two words/\u00e9")),
        ofClient("file://" + real + "/two words/\u00e9"));
    assertEquals(
        List.of(),
        ofClient(
            "file://" + real + "/other%", "file://" + real + "%2", "file:///%zz", "file:///%00"));
  }

  @Test
  void each_place_counts_once_and_only_if_it_is_there() throws IOException {
    Files.createSymbolicLink(real.resolve("link"), real.resolve("other"));
    assertEquals(
        List.of(real.resolve("other"), project.root),
        ofClient(
            "file://" + real + "/other",
            "file://" + real + "/link/",
            "file://" + real + "/two%20words/../other",
            "file://" + real + "/gone",
            "file://" + project.root));
  }

  @Test
  void a_path_of_two_lines_is_no_root() throws IOException {
    Files.createDirectory(real.resolve("other\n"));
    assertEquals(List.of(), ofClient("file://" + real + "/other%0A"));
  }

  @ParameterizedTest
  @CsvSource({"-1, -1", "0, 0", "1, 0"})
  void there_is_a_bounded_number(int beyond, int kept) throws IOException {
    ArrayNode sent = Json.array();
    for (int i = 0; i < Roots.MAX_COUNT + beyond; i++) {
      sent.addObject().put("uri", "file://" + Files.createFile(real.resolve("f" + i)));
    }
    assertEquals(Roots.MAX_COUNT + kept, Roots.ofClient(sent).all().size());
  }

  @Test
  void what_lies_behind_so_many_is_not_read() {
    ArrayNode sent = Json.array();
    for (int i = 1; i < Roots.MAX_COUNT; i++) {
      sent.addObject().put("uri", "file://" + real + "/gone" + i);
    }
    sent.addObject().put("uri", "file://" + real + "/other");
    sent.addObject().put("uri", "file://" + project.root);
    assertEquals(List.of(real.resolve("other")), paths(Roots.ofClient(sent)));
  }

  @ParameterizedTest
  @CsvSource({"-1, 1", "0, 1", "1, 0"})
  void there_is_a_bounded_length(int beyond, int kept) {
    ArrayNode sent = Json.array();
    sent.addObject().put("uri", "file://" + real).put("name", "n");
    int rest = Json.text(Roots.ofClient(sent).toJson()).length() - 2;
    sent.removeAll();
    sent.addObject()
        .put("uri", "file://" + real)
        .put("name", "n".repeat(Roots.MAX_LENGTH - rest + beyond));
    assertEquals(kept, Roots.ofClient(sent).all().size());
  }

  @Test
  void a_root_is_around_what_is_below_it_and_not_around_what_begins_like_it() {
    Roots roots =
        Roots.ofClient(Json.array().add(Json.object().put("uri", "file://" + real + "/other")));
    assertEquals(Optional.of(real.resolve("other")), roots.around(real.resolve("other/a")));
    assertEquals(Optional.empty(), roots.around(real.resolve("other2/b")));
    assertEquals(Optional.empty(), new Roots(List.of()).around(real.resolve("other/a")));
  }

  @Test
  void without_any_setting_the_project_is_the_root() {
    assertEquals(
        new Roots(List.of(new Root(FileUri.of(project.root), Optional.empty(), project.root))),
        project.open().fallbackRoots());
  }

  @Test
  void the_project_may_configure_others() throws IOException {
    project.file(
        "config/roots.json",
        "{\"roots\": [{\"path\": \"../other\", \"name\": \"O\"}, {\"path\": \"sub\"}, {}, 1]}");
    project.file("sub/a", "");
    Roots roots = project.open().fallbackRoots();
    assertEquals(List.of(real.resolve("other"), project.root.resolve("sub")), paths(roots));
    assertEquals(Optional.of("O"), roots.all().get(0).name());
    assertEquals(List.of(), project.warnings);
  }

  @Test
  void the_operator_goes_before_the_project() throws IOException {
    project.file("config/roots.json", "{\"roots\": [{\"path\": \"../other\"}]}");
    project.env.put("HOME", real.resolve("two words").toString());
    project.env.put("MCPBASH_ROOTS", "~/\u00e9:~:" + real + "/gone:.:");
    assertEquals(
        List.of(real.resolve("two words/\u00e9"), real.resolve("two words"), project.root),
        paths(project.open().fallbackRoots()));
    assertTrue(project.warnings.get(0).contains("MCPBASH_ROOTS names 4 roots, of which 3"));
  }

  @Test
  void what_is_wrong_with_them_is_said_once_however_often_they_are_read() {
    project.env.put("MCPBASH_ROOTS", real + "/gone");
    Project open = project.open();
    open.fallbackRoots();
    open.fallbackRoots();
    assertReported(project.warnings, "MCPBASH_ROOTS names 1 roots, of which 0");
  }

  @Test
  void where_none_of_those_is_there_the_next_word_counts() throws IOException {
    project.env.put("MCPBASH_ROOTS", real + "/gone");
    project.file("config/roots.json", "{\"roots\": oops}");
    assertEquals(List.of(project.root), paths(project.open().fallbackRoots()));
    assertEquals(2, project.warnings.size(), project.warnings.toString());
  }
}
