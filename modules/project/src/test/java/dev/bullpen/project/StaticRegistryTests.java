package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.registration.BashHook;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.tool.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which side speaks for a kind: register.json, the caches, register.sh, or the folders. */
class StaticRegistryTests extends ProjectTest {

  private BashHook bash;

  @BeforeEach
  void a_project_that_was_cached_and_then_changed() throws IOException {
    bash = new BashHook(project.root, temporary, Duration.ofSeconds(30));
    fill("old");
    Project open = open();
    open.registryCache().write(open::catalog);
    fill("new");
    project.env.put("MCPBASH_STATIC_REGISTRY", "1");
  }

  private void fill(String name) throws IOException {
    project
        .tool(name)
        .file("prompts/" + name + ".txt", "")
        .file("resources/" + name + ".txt", "")
        .file(
            "resources/%s-template.meta.json".formatted(name),
            "{\"name\": \"%1$s-template\", \"uriTemplate\": \"x://%1$s/{id}\"}".formatted(name));
  }

  private Project open() {
    return Project.open(project.root, project.env, BashHook.HOME, project.warnings::add, bash);
  }

  private String served() {
    Catalog catalog = open().catalog();
    return String.join(
        " ",
        catalog.tools().stream().map(Tool::name).toList().toString(),
        catalog.prompts().stream().map(Prompt::name).toList().toString(),
        catalog.resources().stream().map(Resource::name).toList().toString(),
        catalog.templates().stream().map(ResourceTemplate::name).toList().toString());
  }

  private void hook(String script) throws IOException {
    project.env.put("MCPBASH_ALLOW_PROJECT_HOOKS", "true");
    project.script("server.d/register.sh", "#!/bin/bash\n" + script + "\n");
  }

  @Test
  void the_caches_are_served_and_the_folders_are_not() {
    assertEquals("[old] [old] [old] [old-template]", served());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "false", "x"})
  void any_other_setting_is_no_static_registry(String setting) {
    project.env.put("MCPBASH_STATIC_REGISTRY", setting);
    assertEquals("[new, old] [new, old] [new, old] [new-template, old-template]", served());
  }

  @Test
  void a_kind_without_a_cache_is_discovered_and_one_with_a_bad_cache_has_nothing()
      throws IOException {
    Files.delete(project.root.resolve(".registry/prompts.json"));
    project.file(".registry/resource-templates.json", "{\"format_version\": 0, \"items\": []}");
    assertEquals("[old] [new, old] [old] []", served());
    assertEquals(1, project.warnings.size());
  }

  @Test
  void a_cache_that_others_may_write_has_nothing_discovered_in_its_place() throws IOException {
    ProjectFixture.permit(project.root.resolve(".registry/tools.json"), "rw-rw-r--");
    assertEquals("[] [old] [old] [old-template]", served());
    assertTrue(project.warnings.get(0).contains("So there are no tools"), project.warnings.get(0));
  }

  @Test
  void an_empty_cache_is_a_cache() throws IOException {
    project.file(".registry/tools.json", "{\"format_version\": 1, \"items\": []}");
    project.file(".registry/resource-templates.json", "{\"format_version\": 1, \"items\": []}");
    assertEquals("[] [old] [old] []", served());
  }

  @Test
  void register_json_goes_before_the_caches() throws IOException {
    project.register(
        "\"tools\": [{\"name\": \"new\", \"path\": \"new/tool.sh\"}], \"prompts\": []");
    assertEquals("[new] [] [old] [old-template]", served());
  }

  @Test
  void a_bad_register_json_is_served_by_nothing() throws IOException {
    project.file("server.d/register.json", "{");
    assertEquals("[] [] [] []", served());
  }

  @Test
  void register_sh_is_not_run() throws IOException {
    hook("echo '{}'");
    assertEquals("[old] [old] [old] [old-template]", served());
    assertEquals(0, bash.runs.get());
  }

  @Test
  void register_sh_speaks_of_kinds_without_a_cache() throws IOException {
    hook("echo '{\"prompts\": [{\"name\": \"p\", \"path\": \"new.txt\"}]}'");
    Files.delete(project.root.resolve(".registry/prompts.json"));
    assertEquals("[old] [p] [old] [old-template]", served());
  }

  @Test
  void a_path_that_leads_out_is_not_served() throws IOException {
    Files.writeString(temporary.resolve("outside.sh"), "#!/bin/sh\n");
    project.file(
        ".registry/tools.json",
        "{\"format_version\": 1, \"items\": [{\"name\": \"out\", \"path\":"
            + " \"../../outside.sh\"}, {\"name\": \"abs\", \"path\": \"/bin/sh\"}, {\"name\":"
            + " \"gone\", \"path\": \"gone.sh\"}]}");
    assertEquals("[] [old] [old] [old-template]", served());
    assertEquals(3, project.warnings.size());
    assertTrue(
        project.warnings.get(0).startsWith(project.root.resolve(".registry") + ": tools[0]"),
        project.warnings::toString);
  }

  @Test
  void without_a_static_registry_register_json_goes_before_register_sh() throws IOException {
    project.env.remove("MCPBASH_STATIC_REGISTRY");
    hook("mcp_register_tool '{\"name\": \"hooked\", \"path\": \"new/tool.sh\"}'");
    assertEquals("[hooked] [new, old] [new, old] [new-template, old-template]", served());
    project.register("\"prompts\": []");
    assertEquals("[new, old] [] [new, old] [new-template, old-template]", served());
    assertEquals(1, bash.runs.get());
  }

  @Test
  void what_register_sh_names_is_checked_like_any_other() throws IOException {
    project.env.remove("MCPBASH_STATIC_REGISTRY");
    hook("mcp_register_tool '{\"name\": \"out\", \"path\": \"/bin/sh\"}'");
    assertEquals("[] [new, old] [new, old] [new-template, old-template]", served());
    assertBegins(
        project.root.resolve("server.d/register.sh") + ": tools[0] is ignored",
        project.warnings.get(0));
  }

  @Test
  void a_hook_that_fails_leaves_nothing_served() throws IOException {
    project.env.remove("MCPBASH_STATIC_REGISTRY");
    hook("exit 1");
    assertEquals("[] [] [] []", served());
    assertReportedAt(0, project.warnings, "Manual registration script failed");
  }

  @Test
  void a_hook_knows_where_everything_is() throws IOException {
    project.env.remove("MCPBASH_STATIC_REGISTRY");
    project.env.put("MCPBASH_REMOTE_TOKEN", "s".repeat(32));
    project.env.put("CUSTOM", "c");
    hook(
        """
        for v in TOOLS PROMPTS RESOURCES PROVIDERS SERVER REGISTRY; do
          name=MCPBASH_${v}_DIR
          printf '%s ' "${!name#"$MCPBASH_PROJECT_ROOT/"}" >&2
        done
        echo "${PWD#"$MCPBASH_PROJECT_ROOT"}, $CUSTOM, ${MCPBASH_REMOTE_TOKEN-none}" >&2
        exit 1
        """);
    served();
    assertReportedAt(
        0,
        project.warnings,
        "\"tools prompts resources providers server.d .registry , c, none\\n\"");
  }
}
