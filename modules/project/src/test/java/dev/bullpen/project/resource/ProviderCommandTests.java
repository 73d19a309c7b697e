package dev.bullpen.project.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.ResourceReading;
import dev.bullpen.project.ResourceReads;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.resource.ResourceException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderCommandTests extends ProjectTest {

  @BeforeEach
  void a_project_with_a_resource_of_its_own_kind() throws IOException {
    project.file("resources/a.txt", "a");
    provide("own");
  }

  private void provide(String provider) throws IOException {
    project.register(
        "\"resources\": [{\"name\": \"r\", \"uri\": \"own://1\", \"provider\": \"%s\"}]"
            .formatted(provider));
  }

  private ResourceRead read() throws ResourceException {
    return new ResourceReading(project).named("r");
  }

  private List<String> command() throws ResourceException {
    return assertInstanceOf(ResourceRead.Script.class, read()).command();
  }

  private void assertFails(String message, String detail) {
    ResourceException e = assertThrows(ResourceException.class, this::read);
    ResourceReading.assertFailure(Kind.FAILED, message, e);
    assertTrue(e.detail().contains(detail), e::detail);
  }

  @Test
  void the_script_of_a_provider_gets_the_uri() throws Exception {
    project.script("providers/own.sh");
    assertEquals(List.of(path("providers/own.sh"), "own://1"), command());
    assertEquals("own", read().target().provider());
  }

  @Test
  void a_script_without_the_permission_is_run_by_bash() throws Exception {
    project.file("providers/own.sh", "echo a");
    List<String> command = command();
    assertTrue(command.get(0).endsWith("/bash"), command::toString);
    assertEquals(List.of(path("providers/own.sh"), "own://1"), command.subList(1, 3));
  }

  @Test
  void any_executable_of_the_name_will_do_but_the_shell_script_goes_first() throws Exception {
    project
        .file("providers/own.a", "not executable")
        .script("providers/own.py.orig")
        .script("providers/own.bak")
        .script("providers/own.x.py")
        .script("providers/own")
        .script("providers/.own.py")
        .script("providers/owner.py")
        .script("providers/own.rb")
        .script("providers/own.py");
    assertEquals(path("providers/own.py"), command().get(0));
    project.script("providers/own.sh");
    assertEquals(path("providers/own.sh"), command().get(0));
  }

  @Test
  void a_projects_script_goes_before_what_is_built_in() throws Exception {
    String uri = FileUri.of(project.root.resolve("resources/a.txt"));
    project.script("providers/file.sh");
    assertInstanceOf(ResourceRead.Script.class, new ResourceReading(project).plan(uri));
    for (String provider : List.of("echo", "ui", "git")) {
      project.script("providers/" + provider + ".sh");
      provide(provider);
      assertEquals(path("providers/" + provider + ".sh"), command().get(0));
    }
  }

  @Test
  void the_operators_list_of_hosts_holds_because_no_script_of_the_project_reads_https()
      throws Exception {
    project.script("providers/https.sh").script("providers/https.py");
    project.script("home/providers/https.sh");
    for (String uri : List.of("https://files.example/a", "HTTPS://Files.example:0443/b")) {
      ResourceRead.Script read =
          assertInstanceOf(ResourceRead.Script.class, new ResourceReading(project).plan(uri));
      assertEquals(List.of(path("home/providers/https.sh"), uri), read.command());
      assertEquals("files.example:443", read.host().orElseThrow().place());
    }
  }

  @Test
  void the_frameworks_script_comes_last() throws Exception {
    project.script("home/providers/own.sh");
    assertEquals(path("home/providers/own.sh"), command().get(0));
    project.script("providers/own.sh");
    assertEquals(path("providers/own.sh"), command().get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "false", "0", "git"})
  void git_must_be_switched_on(String value) throws Exception {
    project.script("home/providers/git.sh");
    provide("git");
    project.env.put("MCPBASH_ENABLE_GIT_PROVIDER", value);
    ResourceException off = assertThrows(ResourceException.class, this::command);
    assertEquals(ResourceException.Kind.INVALID, off.kind());
    assertTrue(off.getMessage().contains("set MCPBASH_ENABLE_GIT_PROVIDER=true"), off::getMessage);
    project.env.put("MCPBASH_ENABLE_GIT_PROVIDER", "true");
    assertEquals(path("home/providers/git.sh"), command().get(0));
    ResourceRead read = new ResourceReading(project).plan("git+https://h/r#main:a");
    assertEquals(
        List.of(path("home/providers/git.sh"), "git+https://h/r#main:a"),
        assertInstanceOf(ResourceRead.Script.class, read).command());
  }

  @Test
  void the_operator_may_say_where_providers_are() throws Exception {
    Path elsewhere = Files.createDirectories(temporary.toRealPath().resolve("elsewhere"));
    Path script = Files.writeString(elsewhere.resolve("own.sh"), "#!/bin/sh\n");
    ProjectFixture.permit(script, "rwxr-xr-x");
    project.script("providers/own.sh");
    project.env.put("MCPBASH_PROVIDERS_DIR", elsewhere.toString());
    assertEquals(script.toString(), command().get(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gone",
        "../providers/own",
        "./own",
        "/own",
        ".own",
        "own/../own",
        "own\\u0000",
        "own ",
        "OWN",
        "file/folder"
      })
  void what_is_no_provider_is_not_supported(String provider) throws Exception {
    project.script("providers/own.sh").script("providers/.own.sh");
    provide(provider);
    assertFails("Unsupported resource provider", "there is no provider");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwxr-x", "rwxr-xrwx", "rw-rw----"})
  void a_script_others_may_write_is_not_started(String permissions) throws IOException {
    project.script("providers/own.sh");
    ProjectFixture.permit(project.root.resolve("providers/own.sh"), permissions);
    assertFails(
        "Resource provider path rejected by policy. The log of the server says why and what to change.",
        "chmod go-w");
  }

  @Test
  void a_script_outside_of_the_project_is_not_started_whatever_leads_there() throws IOException {
    Path outside = Files.createDirectories(temporary.toRealPath().resolve("outside"));
    Path script = Files.writeString(outside.resolve("own.sh"), "#!/bin/sh\n");
    ProjectFixture.permit(script, "rwxr-xr-x");
    project.link("providers/own.sh", script);
    assertFails(
        "Resource provider path rejected by policy. The log of the server says why and what to change.",
        "leads out of the project");
    Files.delete(project.root.resolve("providers/own.sh"));
    Files.delete(project.root.resolve("providers"));
    project.link("providers", outside);
    assertFails(
        "Resource provider path rejected by policy. The log of the server says why and what to change.",
        "leads out of the project");
  }

  @Test
  void a_script_of_a_project_that_is_the_framework_is_checked_too() throws IOException {
    project.script("providers/own.sh");
    ProjectFixture.permit(project.root.resolve("providers/own.sh"), "rwxrwxrwx");
    ResourceReads reads =
        Project.open(project.root, project.env, project.root, project.warnings::add)
            .resourceReads();
    ResourceException e =
        assertThrows(
            ResourceException.class, () -> reads.plan(Optional.of("own://1"), Optional.empty()));
    assertTrue(e.detail().contains("chmod go-w"), e::detail);
  }

  @Test
  void a_link_within_the_project_may_lead_to_the_script() throws Exception {
    project.script("lib/reader.sh");
    project.link("providers/own.sh", project.root.resolve("lib/reader.sh"));
    assertEquals(path("providers/own.sh"), command().get(0));
  }

  @Test
  void what_is_no_file_is_no_script() throws IOException {
    Files.createDirectories(project.root.resolve("providers/own.sh"));
    assertFails("Unsupported resource provider", "there is no provider");
  }

  @Test
  void no_other_provider_is_taken_where_the_project_may_have_one() throws IOException {
    provide("echo");
    // As good as a folder that must not be entered, which nothing is to root.
    Path folder = project.root.resolve("providers");
    Files.createSymbolicLink(folder, folder);
    assertFails(
        "Resource provider path rejected by policy. The log of the server says why and what to change.",
        folder + " cannot be searched");
  }
}
