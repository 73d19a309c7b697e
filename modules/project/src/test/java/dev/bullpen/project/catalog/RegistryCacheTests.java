package dev.bullpen.project.catalog;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.BrokenFolder;
import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.registration.BashHook;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.watch.WatchFixture;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.Thread.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class RegistryCacheTests extends ProjectTest {
  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00.123Z");

  private static final Optional<List<ObjectNode>> NOTHING = Optional.of(List.of());

  private List<String> problems;

  @BeforeEach
  void a_project_with_something_of_each_kind() throws IOException {
    problems = new ArrayList<>();
    project
        .tool(
            "t",
            "{\"name\": \"t\", \"title\": \"T\", \"timeoutSecs\": 5, \"limits\": {\"cpuSecs\": 7}, \"_meta\": {\"a\": 1}}")
        .tool("bare", "{\"name\": \"bare\"}")
        .script("tools/withui/tool.sh")
        .file("tools/withui/ui/index.html", "<p>")
        .prompt("p", "{\"properties\": {\"x\": {}}, \"required\": [\"x\"]}")
        .file("prompts/silent.txt", "text")
        .file("resources/r.txt", "text")
        .file(
            "resources/r.meta.json",
            "{\"name\": \"r\", \"uri\": \"x://r\", \"icons\": [{\"src\": \"icon.svg\"}]}")
        .file("resources/icon.svg", "<svg/>")
        .file("resources/plain.txt", "text")
        .file(
            "resources/t.meta.json",
            "{\"name\": \"rt\", \"uriTemplate\": \"x://{id}\", \"provider\": \"x\"}");
  }

  private Path cache(String name) {
    return project.root.resolve(".registry").resolve(name);
  }

  private RegistryCache cache() {
    return new RegistryCache(Layout.of(project.root, project.env, BashHook.HOME), project.env);
  }

  private ObjectNode json(String name) throws IOException, JsonException {
    return (ObjectNode) Json.parse(Files.readAllBytes(cache(name)));
  }

  private Registration read() {
    return cache().read(problems::add);
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @ParameterizedTest
  @CsvSource({
    "tools.json, 3",
    "resources.json, 3",
    "resource-templates.json, 1",
    "prompts.json, 2"
  })
  void a_file_has_the_documented_form(String name, int total) throws Exception {
    cache().write(project.catalog(), NOON);
    ObjectNode file = json(name);
    assertEquals(
        List.of("format_version", "version", "generatedAt", "items", "hash", "total"),
        List.copyOf(file.propertyNames()));
    assertEquals(1, file.get("format_version").intValue());
    assertEquals(1, file.get("version").intValue());
    assertEquals("2026-01-02T12:00:00Z", file.get("generatedAt").stringValue());
    assertEquals(Fingerprint.sha256(Json.bytes(file.get("items"))), file.get("hash").stringValue());
    assertEquals(total, file.get("total").intValue());
    assertEquals(total, file.get("items").size());
    assertEquals("rw-------", permissions(cache(name)));
  }

  @Test
  void interfaces_have_a_file_of_their_own() throws Exception {
    cache().write(project.catalog(), NOON);
    ObjectNode file = json("ui-resources.json");
    assertEquals(
        List.of("version", "hash", "timestamp", "uiResources"), List.copyOf(file.propertyNames()));
    assertEquals("withui", file.get("uiResources").get(0).get("name").stringValue());
    assertEquals(1, file.get("uiResources").size());
  }

  @Test
  void items_are_what_scripts_get_and_what_the_author_wrote() throws Exception {
    cache().write(project.catalog(), NOON);
    assertEquals(
        "{\"name\":\"plain\",\"description\":\"\",\"path\":\"plain.txt\",\"uri\":\"file://%s\",\"mimeType\":\"text/plain\",\"provider\":\"file\",\"_meta\":{\"dev.bullpen/assumed\":[\"description\",\"uri\",\"mimeType\"]}}"
            .formatted(project.root.resolve("resources/plain.txt")),
        Json.text(json("resources.json").get("items").get(1)));
    ObjectNode tool = (ObjectNode) json("tools.json").get("items").get(1);
    assertEquals("t/tool.sh", tool.get("path").stringValue());
    assertEquals("T", tool.get("title").stringValue());
    assertEquals(5, tool.get("timeoutSecs").intValue());
    assertEquals(7, tool.get("limits").get("cpuSecs").intValue());
  }

  @Test
  void the_folder_is_made_for_us_alone() throws Exception {
    cache().write(project.catalog(), NOON);
    assertEquals("rwx------", permissions(project.root.resolve(".registry")));
    project.env.put("MCPBASH_REGISTRY_DIR", temporary.resolve("else/where").toString());
    cache().write(project.catalog(), NOON);
    assertEquals("rwx------", permissions(temporary.resolve("else/where")));
    assertTrue(Files.exists(temporary.resolve("else/where/tools.json")));
  }

  @Test
  void only_what_has_changed_is_written() throws Exception {
    RegistryCache first = cache();
    first.write(project.catalog(), NOON);
    Object tools = Files.readAttributes(cache("tools.json"), "unix:ino").get("ino");
    project.file("prompts/another.txt", "text");
    for (RegistryCache cache : List.of(first, cache())) {
      cache.write(project.catalog(), NOON.plusSeconds(60));
      assertEquals(tools, Files.readAttributes(cache("tools.json"), "unix:ino").get("ino"));
      assertEquals("2026-01-02T12:01:00Z", json("prompts.json").get("generatedAt").stringValue());
    }
    assertEquals(3, json("prompts.json").get("total").intValue());
  }

  @Test
  void a_file_that_was_removed_or_spoilt_is_written_again() throws Exception {
    RegistryCache cache = cache();
    cache.write(project.catalog(), NOON);
    Files.delete(cache("tools.json"));
    cache.write(project.catalog(), NOON);
    assertEquals(3, json("tools.json").get("total").intValue());
    Files.writeString(cache("tools.json"), "{");
    cache().write(project.catalog(), NOON);
    assertEquals(3, json("tools.json").get("total").intValue());
  }

  @Test
  void nothing_but_the_files_is_left_in_the_folder() throws Exception {
    cache().write(project.catalog(), NOON);
    try (Stream<Path> files = Files.list(project.root.resolve(".registry"))) {
      assertEquals(
          List.of(
              "prompts.json",
              "resource-templates.json",
              "resources.json",
              "tools.json",
              "ui-resources.json"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void what_is_written_is_read_again_as_it_was() throws Exception {
    Catalog catalog = project.catalog();
    cache().write(catalog, NOON);
    project.env.put("MCPBASH_STATIC_REGISTRY", "1");
    Catalog served = project.catalog();
    assertEquals(
        catalog.tools().stream().map(Tool::metadataJson).toList(),
        served.tools().stream().map(Tool::metadataJson).toList());
    assertEquals(catalog.listed(CatalogKind.TOOLS), served.listed(CatalogKind.TOOLS));
    assertEquals(catalog.listed(CatalogKind.PROMPTS), served.listed(CatalogKind.PROMPTS));
    assertEquals(catalog.listed(CatalogKind.RESOURCES), served.listed(CatalogKind.RESOURCES));
    assertEquals(
        catalog.listed(CatalogKind.RESOURCE_TEMPLATES),
        served.listed(CatalogKind.RESOURCE_TEMPLATES));
    for (CatalogKind kind : CatalogKind.values()) {
      assertEquals(catalog.fingerprint(kind), served.fingerprint(kind), kind::toString);
    }
    assertFalse(served.resources().get(1).metadata().has("mimeType"));
    assertEquals("x", served.templates().get(0).provider());
    assertEquals(List.of(), served.problems());
  }

  @Test
  void a_resource_is_found_where_the_project_has_moved_to() throws Exception {
    project.file(
        "resources/fixed.meta.json",
        "{\"name\": \"fixed\", \"uri\": \"file://%s\"}"
            .formatted(project.root.resolve("resources/r.txt")));
    project.file("resources/fixed", "text");
    cache().write(project.catalog(), NOON);
    Path moved = Files.move(project.root, project.root.resolveSibling("moved"));
    try {
      List<ObjectNode> resources =
          new RegistryCache(Layout.of(moved, project.env, BashHook.HOME), project.env)
              .read(problems::add)
              .resources()
              .orElseThrow();
      assertEquals(
          List.of(
              FileUri.of(project.root.resolve("resources/r.txt")),
              FileUri.of(moved.resolve("resources/icon.svg")),
              FileUri.of(moved.resolve("resources/plain.txt")),
              "x://r"),
          resources.stream().map(resource -> resource.get("uri").stringValue()).toList());
      assertEquals(List.of(), problems);
    } finally {
      Files.move(moved, project.root);
    }
  }

  @Test
  void writers_at_the_same_time_leave_one_of_their_files_whole() throws Exception {
    Catalog small = project.catalog();
    for (int i = 0; i < 200; i++) {
      project.file("prompts/many%d.txt".formatted(i), "text");
    }
    Catalog large = project.catalog();
    int rounds = 50;
    CyclicBarrier start = new CyclicBarrier(3);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    List<Future<Void>> all = new ArrayList<>();
    for (Catalog catalog : List.of(small, large)) {
      RegistryCache cache = cache();
      Callable<Void> writer =
          () -> {
            start.await(10, TimeUnit.SECONDS);
            for (int i = 0; i < rounds; i++) {
              Files.deleteIfExists(cache("prompts.json"));
              cache.write(catalog, NOON);
            }
            return null;
          };
      all.add(threads.submit(writer));
    }
    Callable<Void> reader =
        () -> {
          start.await(10, TimeUnit.SECONDS);
          for (int i = 0; i < rounds; i++) {
            List<String> said = new ArrayList<>();
            Optional<List<ObjectNode>> prompts = cache().read(said::add).prompts();
            assertTrue(
                prompts.isEmpty() || List.of(2, 202).contains(prompts.get().size()),
                said::toString);
          }
          return null;
        };
    all.add(threads.submit(reader));
    for (Future<Void> one : all) {
      one.get(30, TimeUnit.SECONDS);
    }
    threads.shutdown();
    assertTrue(List.of(2, 202).contains(read().prompts().orElseThrow().size()));
  }

  @Test
  void of_two_writers_in_one_server_the_last_has_the_current_catalog() throws Exception {
    AtomicReference<Catalog> current = new AtomicReference<>(project.catalog());
    RegistryCache cache = cache();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    Supplier<Catalog> slow =
        () -> {
          Catalog catalog = current.get();
          begun.countDown();
          WatchFixture.awaitUninterrupted(mayEnd);
          return catalog;
        };
    Thread first = new Thread(() -> cache.write(slow));
    first.start();
    WatchFixture.awaitUninterrupted(begun);
    project.file("prompts/another.txt", "text");
    current.set(project.catalog());
    Thread second = new Thread(() -> cache.write(current::get));
    second.start();
    await()
        .atMost(WatchFixture.DEADLINE)
        .until(() -> Set.of(State.BLOCKED, State.TERMINATED).contains(second.getState()));
    mayEnd.countDown();
    first.join();
    second.join();
    assertEquals(3, json("prompts.json").get("total").intValue());
  }

  @Test
  void nothing_is_written_once_it_is_closed() {
    Project open = project.open();
    RegistryCache cache = open.registryCache();
    cache.write(
        () -> {
          cache.close();
          return open.catalog();
        });
    assertFalse(Files.exists(project.root.resolve(".registry")));
  }

  @Test
  void a_folder_that_cannot_be_written_is_no_problem() throws Exception {
    project.file(".registry", "a file in its place");
    Project open = project.open();
    open.registryCache().write(open::catalog);
    open.registryCache().write(open::refresh);
    assertEquals(List.of(), project.warnings);
  }

  @Test
  void a_link_is_not_written_through() throws Exception {
    Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
    project.link(".registry", elsewhere);
    cache().write(project.catalog(), NOON);
    assertFalse(Files.exists(elsewhere.resolve("tools.json")));
    Files.delete(project.root.resolve(".registry"));
    Files.createDirectory(project.root.resolve(".registry"));
    ProjectFixture.permit(project.root.resolve(".registry"), "rwx------");
    Path victim = Files.writeString(temporary.resolve("victim"), "untouched");
    Files.createSymbolicLink(cache("tools.json"), victim);
    cache().write(project.catalog(), NOON);
    assertEquals("untouched", Files.readString(victim));
    assertEquals(3, json("tools.json").get("total").intValue());
  }

  @Test
  void a_broken_registration_leaves_the_files_alone() throws Exception {
    cache().write(project.catalog(), NOON);
    project.file("server.d/register.json", "{");
    cache().write(project.catalog(), NOON);
    assertEquals(3, json("tools.json").get("total").intValue());
  }

  @Test
  void an_example_of_the_distribution_stays_as_it_was_installed() throws IOException {
    Path examples = Files.createDirectory(temporary.resolve("examples"));
    project.env.put("MCPBASH_REGISTRY_DIR", examples.resolve("one/.registry").toString());
    Layout installed = Layout.of(project.root, project.env, temporary);
    new RegistryCache(installed, project.env).write(project.catalog(), NOON);
    assertFalse(Files.exists(examples.resolve("one")));
  }

  @ParameterizedTest
  @CsvSource({"MCPBASH_STATIC_REGISTRY, 1", "MCPBASH_REGISTRY_REFRESH_NO_WRITE, true"})
  void the_operator_may_have_nothing_written(String name, String value) {
    project.env.put(name, value);
    cache().write(project.catalog(), NOON);
    assertFalse(Files.exists(project.root.resolve(".registry")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{}",
        "{\"items\": []}",
        "{\"format_version\": 2, \"items\": []}",
        "{\"format_version\": \"1\", \"items\": []}",
        "{\"format_version\": 1}",
        "{\"format_version\": 1, \"items\": {}}",
        "{\"format_version\": 1, \"items\": [1]}"
      })
  void a_file_that_is_no_cache_is_reported_and_leaves_nothing_of_its_kind(String text)
      throws Exception {
    cache().write(project.catalog(), NOON);
    project.file(".registry/tools.json", text);
    Registration registration = read();
    assertEquals(NOTHING, registration.tools());
    assertTrue(registration.prompts().orElseThrow().size() > 0);
    assertEquals(1, problems.size());
    assertTrue(problems.get(0).startsWith(cache("tools.json") + " is not served: it "));
  }

  @ParameterizedTest
  @CsvSource({
    ".registry/tools.json, rw-rw-r--",
    ".registry/tools.json, rw-r--rw-",
    ".registry, rwxrwx---",
    "'', rwxrwxr-x"
  })
  void a_place_others_may_write_is_not_believed(String place, String permissions) throws Exception {
    cache().write(project.catalog(), NOON);
    ProjectFixture.permit(project.root.resolve(place), permissions);
    assertEquals(NOTHING, read().tools());
    assertTrue(
        problems.stream().anyMatch(said -> said.contains("So there are no tools. chmod go-w")),
        problems::toString);
  }

  @Test
  void a_link_is_not_believed() throws Exception {
    cache().write(project.catalog(), NOON);
    Path elsewhere = temporary.resolve("tools.json");
    Files.move(cache("tools.json"), elsewhere);
    Files.createSymbolicLink(cache("tools.json"), elsewhere);
    assertEquals(NOTHING, read().tools());
    assertTrue(problems.get(0).contains("symbolic link"), problems::toString);
  }

  @ParameterizedTest
  @EnumSource
  void a_folder_that_cannot_be_read_has_nothing_of_any_kind(BrokenFolder kind) throws Exception {
    kind.make(project.root.resolve(".registry"));
    assertEquals(NOTHING, read().tools());
    assertTrue(read().isWhole());
    assertTrue(problems.get(0).contains("is not served: "), problems::toString);
  }

  @Test
  void files_that_are_missing_are_remarked() throws Exception {
    cache().write(project.catalog(), NOON);
    project.env.put("MCPBASH_STATIC_REGISTRY", "1");
    assertEquals(Optional.empty(), cache().note());
    Files.delete(cache("tools.json"));
    Files.delete(cache("prompts.json"));
    String note = cache().note().orElseThrow();
    assertTrue(note.contains("has no tools.json, prompts.json"), note);
    assertTrue(project.open().notes().contains(note), project.open().notes()::toString);
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void a_file_has_a_largest_size(int beyond, boolean served) throws Exception {
    cache().write(project.catalog(), NOON);
    long size = Files.size(cache("tools.json"));
    project.env.put("MCPBASH_REGISTRY_MAX_BYTES", Long.toString(size - beyond));
    assertEquals(served, !read().tools().equals(NOTHING));
    assertEquals(
        served,
        problems.stream().noneMatch(said -> said.contains("at most %d bytes".formatted(size - 1))));
    Files.delete(cache("tools.json"));
    cache().write(project.catalog(), NOON);
    assertEquals(served, Files.exists(cache("tools.json")));
  }

  @Test
  void the_largest_size_cannot_be_set_too_high() throws Exception {
    cache().write(project.catalog(), NOON);
    project.env.put("MCPBASH_REGISTRY_MAX_BYTES", "999999999");
    try (RandomAccessFile file = new RandomAccessFile(cache("tools.json").toFile(), "rw")) {
      file.setLength(67_108_864 + 1L);
    }
    assertEquals(NOTHING, read().tools());
    assertTrue(problems.get(0).contains("file of at most 67108864 bytes"), problems::toString);
  }

  @Test
  void an_item_that_cannot_be_served_is_reported_and_left_out() throws Exception {
    project.file(
        ".registry/prompts.json",
        "{\"format_version\": 1, \"items\": [{\"name\": \"a\"}, {\"name\": \"b\", \"path\":"
            + " \"/etc/passwd\"}, {\"name\": \"c\", \"path\": \"c.txt\"}]}");
    List<ObjectNode> prompts = read().prompts().orElseThrow();
    assertEquals(1, prompts.size());
    assertEquals("c", prompts.get(0).get("name").stringValue());
    assertEquals(2, problems.size());
    assertBegins(
        cache("prompts.json") + ": an item \"a\" is ignored: \"path\" is missing", problems.get(0));
    assertTrue(problems.get(1).contains("is outside"), problems::toString);
  }

  @Test
  void what_mcp_bash_wrote_is_read() throws Exception {
    project.file(
        ".registry/tools.json",
        "{\"format_version\": 1, \"version\": 1, \"generatedAt\": \"2025-01-01T00:00:00Z\","
            + " \"items\": [{\"name\": \"t\", \"path\": \"t/tool.sh\"}], \"hash\": \"abc\","
            + " \"total\": 1}");
    assertEquals("t", read().tools().orElseThrow().get(0).get("name").stringValue());
  }
}
