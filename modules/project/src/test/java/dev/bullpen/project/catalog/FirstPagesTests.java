package dev.bullpen.project.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.file.CurrentUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class FirstPagesTests {
  private static final Set<CatalogKind> ALL = EnumSet.allOf(CatalogKind.class);

  /** Files of the project below beside the resources that fill it up. */
  private static final int OTHERS = 7;

  @TempDir Path temporary;
  private ProjectFixture project;

  @BeforeEach
  void a_project_with_many_files() throws IOException {
    project =
        new ProjectFixture(temporary)
            .tool("t")
            .prompt("p", "[]")
            .file("ui/x/index.html", "<p>")
            .file(
                "resources/u.meta.json",
                "{\"name\": \"u\", \"uriTemplate\": \"u://{id}\", \"icons\": [{\"src\": \"../i.svg\"}]}")
            .file("resources/0.txt", "text")
            .file("i.svg", "<svg/>");
    fill(ListOrigins.WORTHWHILE);
  }

  /** With so many files in all. */
  private void fill(int files) throws IOException {
    for (int i = 1; i <= files - OTHERS; i++) {
      Files.writeString(project.root.resolve("resources/" + i + ".txt"), "text");
    }
  }

  private static Catalog read(Project open) {
    Catalog catalog = open.catalog();
    open.registryCache().write(catalog);
    return catalog;
  }

  /** Numbers read from text may be of another type. */
  private static String text(List<ObjectNode> definitions) {
    return Json.text(Json.array().addAll(definitions));
  }

  private Path page(String name) {
    return project.root.resolve(".registry/first-" + name + ".json");
  }

  /** The kinds that a new start knows the beginning of. */
  private Set<CatalogKind> found() {
    FirstPages pages = project.open().firstPages();
    return ALL.stream().filter(kind -> pages.find(kind).isPresent()).collect(Collectors.toSet());
  }

  private static Set<CatalogKind> without(CatalogKind... kinds) {
    Set<CatalogKind> left = EnumSet.copyOf(ALL);
    left.removeAll(List.of(kinds));
    return left;
  }

  @Test
  void the_first_start_knows_of_none() {
    assertEquals(Set.of(), found());
  }

  @Test
  void a_later_start_knows_how_each_list_begins_before_it_reads() {
    Catalog catalog = read(project.open());
    Project open = project.open();
    FirstPages pages = open.firstPages();
    pages.prepare();
    for (CatalogKind kind : CatalogKind.values()) {
      FirstPage page = pages.find(kind).orElseThrow();
      List<ObjectNode> all = catalog.listed(kind);
      assertEquals(catalog.fingerprint(kind), page.fingerprint());
      assertEquals(all.size(), page.total());
      assertEquals(
          text(all.subList(0, Math.min(FirstPage.MOST, all.size()))), text(page.definitions()));
      assertTrue(page.has(50));
    }
    assertTrue(open.isStale(System.nanoTime()), "it has been read");
  }

  @ParameterizedTest
  @CsvSource({"-1, false", "0, true", "1, true"})
  void of_a_small_project_nothing_is_left(int more, boolean left) throws IOException {
    for (int i = 1; i < 1 - more; i++) {
      Files.delete(project.root.resolve("resources/" + i + ".txt"));
    }
    fill(ListOrigins.WORTHWHILE + more);
    if (more < 0) {
      Files.delete(project.root.resolve("resources/1.txt"));
    }
    read(project.open());
    assertEquals(left, Files.exists(page("tools")));
    assertEquals(left ? ALL : Set.of(), found());
  }

  /** What may happen between two starts, and which lists are not known any more. */
  enum Change {
    ANOTHER_RESOURCE(p -> p.file("resources/another.txt", ""), RESOURCES_AND_TEMPLATES),
    ONE_RESOURCE_LESS(
        p -> Files.delete(p.root.resolve("resources/0.txt")), RESOURCES_AND_TEMPLATES),
    A_RESOURCE_RENAMED(
        p -> Files.move(p.root.resolve("resources/0.txt"), p.root.resolve("resources/a.txt")),
        RESOURCES_AND_TEMPLATES),
    A_RESOURCE_WRITTEN_WITH_ITS_SIZE_AND_TIME(
        p -> {
          Path file = p.root.resolve("resources/0.txt");
          FileTime time = Files.getLastModifiedTime(file);
          Files.writeString(file, "tex2");
          Files.setLastModifiedTime(file, time);
        },
        RESOURCES_AND_TEMPLATES),
    A_LINK(
        p -> Files.createSymbolicLink(p.root.resolve("resources/l"), Path.of("0.txt")),
        RESOURCES_AND_TEMPLATES),
    ANOTHER_TOOL(p -> p.tool("t2"), CatalogKind.TOOLS, CatalogKind.RESOURCES),
    A_TOOL_WITHOUT_ITS_PERMISSION(
        p -> ProjectFixture.permit(p.root.resolve("tools/t/tool.sh"), "rw-r--r--"),
        CatalogKind.TOOLS,
        CatalogKind.RESOURCES),
    AN_INTERFACE(p -> p.file("ui/y/index.html", ""), CatalogKind.RESOURCES),
    A_PROMPT_WRITTEN(p -> p.prompt("p", "[{\"name\": \"a\"}]"), CatalogKind.PROMPTS),
    A_REGISTRATION(p -> p.register("\"prompts\": []"), CatalogKind.values()),
    ANOTHER_NAME(
        p -> p.file("server.d/server.meta.json", "{\"name\": \"n\"}"), CatalogKind.values()),
    ANOTHER_FOLDER(
        p -> p.env.put("MCPBASH_PROMPTS_DIR", p.root.resolve("tools").toString()),
        CatalogKind.values()),
    A_HOOK(
        p -> {
          p.script("server.d/register.sh");
          p.env.put("MCPBASH_ALLOW_PROJECT_HOOKS", "true");
        },
        CatalogKind.values()),
    A_HOOK_THAT_IS_NOT_ALLOWED(p -> p.script("server.d/register.sh")),
    A_STATIC_REGISTRY(p -> p.env.put("MCPBASH_STATIC_REGISTRY", "1"), CatalogKind.values()),
    A_FILE_THAT_IS_NO_PART(p -> p.file("notes.txt", "")),
    AN_ICON_ELSEWHERE(p -> p.file("i.svg", "<svg>2</svg>"));

    interface Act {
      void on(ProjectFixture project) throws IOException;
    }

    private final Act act;
    private final CatalogKind[] forgotten;

    Change(Act act, CatalogKind... forgotten) {
      this.act = act;
      this.forgotten = forgotten;
    }
  }

  private static final CatalogKind[] RESOURCES_AND_TEMPLATES = {
    CatalogKind.RESOURCES, CatalogKind.RESOURCE_TEMPLATES
  };

  @ParameterizedTest
  @EnumSource
  void what_changed_between_two_starts_is_not_shown_as_it_was(Change change) throws IOException {
    read(project.open());
    change.act.on(project);
    assertEquals(without(change.forgotten), found());
  }

  @Test
  void what_cannot_be_seen_has_another_fingerprint_once_it_is_read() throws IOException {
    read(project.open());
    project.file("i.svg", "<svg>2</svg>");
    FirstPage page = project.open().firstPages().find(CatalogKind.RESOURCE_TEMPLATES).orElseThrow();
    assertNotEquals(
        page.fingerprint(), project.catalog().fingerprint(CatalogKind.RESOURCE_TEMPLATES));
  }

  @Test
  void a_project_that_was_moved_is_another() throws IOException {
    read(project.open());
    Path moved = project.root.resolveSibling("moved");
    Files.move(project.root, moved);
    FirstPages pages = Project.open(moved, project.env, moved, project.warnings::add).firstPages();
    assertTrue(ALL.stream().noneMatch(kind -> pages.find(kind).isPresent()));
  }

  @Test
  void what_is_registered_is_read() throws IOException {
    project.file("resources/a.txt", "").file("resources/b.txt", ""); // for the prompts, not listed
    project.register("\"prompts\": [], \"resourceTemplates\": []");
    read(project.open());
    assertEquals(Set.of(CatalogKind.TOOLS, CatalogKind.RESOURCES), found());
  }

  @Test
  void the_folders_are_looked_at_once_for_the_page_and_the_catalog() throws IOException {
    Project open = project.open();
    read(project.open());
    FirstPages pages = open.firstPages();
    assertTrue(pages.find(CatalogKind.RESOURCES).isPresent());
    project.file("resources/later.txt", "");
    assertTrue(open.catalog().resourceNamed("later").isEmpty(), "it was listed again");
    assertTrue(open.refresh().resourceNamed("later").isPresent());
  }

  @Test
  void after_the_first_reading_there_is_nothing_to_find() {
    Project open = project.open();
    read(open);
    assertEquals(Optional.empty(), open.firstPages().find(CatalogKind.TOOLS));
  }

  @Test
  void a_page_is_written_only_when_it_is_another() throws IOException {
    read(project.open());
    Object inode = Files.getAttribute(page("resources"), "unix:ino");
    Object prompts = Files.getAttribute(page("prompts"), "unix:ino");
    project.prompt("p2", "[]");
    read(project.open());
    assertEquals(inode, Files.getAttribute(page("resources"), "unix:ino"));
    assertNotEquals(prompts, Files.getAttribute(page("prompts"), "unix:ino"));
    assertEquals(ALL, found());
  }

  @Test
  void a_file_that_grows_and_changes_no_list_has_no_page_written() throws IOException {
    Project open = project.open();
    read(open);
    Object inode = Files.getAttribute(page("resources"), "unix:ino");
    project.file("resources/0.txt", "text that has grown");
    open.registryCache().write(open.refresh());
    assertEquals(inode, Files.getAttribute(page("resources"), "unix:ino"));
    assertEquals(without(RESOURCES_AND_TEMPLATES), found(), "nor is it believed");
    project.file("resources/another.txt", "text");
    open.registryCache().write(open.refresh());
    assertNotEquals(inode, Files.getAttribute(page("resources"), "unix:ino"));
    assertTrue(found().contains(CatalogKind.RESOURCES));
  }

  @ParameterizedTest
  @ValueSource(strings = {"MCPBASH_REGISTRY_REFRESH_NO_WRITE=true", "MCPBASH_STATIC_REGISTRY=1"})
  void where_nothing_is_written_no_page_is(String setting) {
    String[] words = setting.split("=");
    project.env.put(words[0], words[1]);
    read(project.open());
    assertFalse(Files.exists(page("tools")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-rw----", "rw----rw-"})
  void a_page_that_others_may_write_is_not_believed(String permissions) throws IOException {
    read(project.open());
    ProjectFixture.permit(page("tools"), permissions);
    assertEquals(without(CatalogKind.TOOLS), found());
    ProjectFixture.permit(page("tools"), "rw-------");
    ProjectFixture.permit(page("tools").getParent(), permissions.replace("rw-", "rwx"));
    assertEquals(Set.of(), found());
  }

  @Test
  void a_page_of_somebody_else_or_behind_a_link_is_not_believed() throws IOException {
    assumeTrue(CurrentUser.uid() == 0, "only root can give files away");
    read(project.open());
    Files.setAttribute(page("tools"), "unix:uid", 12_345);
    Path aside = Files.move(page("prompts"), project.root.resolve("aside.json"));
    Files.createSymbolicLink(page("prompts"), aside);
    assertEquals(without(CatalogKind.TOOLS, CatalogKind.PROMPTS), found());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{}", "{\"version\":2}", "{\"version\":1}"})
  void what_is_no_page_is_replaced(String text) throws IOException {
    read(project.open());
    Files.writeString(page("tools"), text);
    assertEquals(without(CatalogKind.TOOLS), found());
    read(project.open());
    assertEquals(ALL, found());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"total\":1 | \"total\":\"1\"",
        "\"page\":[ | \"page\":[7,",
        "\"page\": | \"pages\":",
        "\"fingerprint\": | \"fingerprints\":",
        "\"origin\": | \"origins\":"
      })
  void what_lacks_something_is_no_page(String from, String to) throws IOException {
    read(project.open());
    String text = Files.readString(page("tools"));
    assertTrue(text.contains(from), text);
    Files.writeString(page("tools"), text.replace(from, to));
    assertEquals(without(CatalogKind.TOOLS), found());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, FirstPage.MOST - 1, FirstPage.MOST, FirstPage.MOST + 1})
  void a_page_has_as_many_as_a_client_may_have_at_once(int total) {
    List<ObjectNode> all =
        IntStream.range(0, total).mapToObj(i -> Json.object().put("name", "" + i)).toList();
    FirstPage page = FirstPage.of("f", all);
    assertEquals(all.subList(0, Math.min(total, FirstPage.MOST)), page.definitions());
    assertEquals(total, page.total());
    assertTrue(page.has(FirstPage.MOST));
    assertEquals(total <= FirstPage.MOST, page.has(FirstPage.MOST + 1));
  }

  @ParameterizedTest
  @CsvSource({"-1, 2", "0, 2", "1, 1"})
  void a_page_of_long_definitions_is_shorter(int more, int expected) {
    int overhead = "{\"name\":\"\"}".length();
    int half = FirstPage.MAX_BYTES / 2 - overhead;
    List<ObjectNode> all =
        Stream.of(half, half + more, 0)
            .map(length -> Json.object().put("name", "x".repeat(length)))
            .toList();
    FirstPage page = FirstPage.of("f", all);
    assertEquals(expected, page.definitions().size());
    assertTrue(page.has(expected));
    assertFalse(page.has(expected + 1));
  }
}
