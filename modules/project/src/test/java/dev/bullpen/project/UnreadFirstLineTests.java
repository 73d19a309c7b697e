package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.script.TrustedCommand;
import dev.bullpen.project.script.TrustedCommand.ProjectScript;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.ToolPolicy.PolicyDecision;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A first line that cannot be read for a while is not taken for none. */
class UnreadFirstLineTests extends ProjectTest {
  private static final Optional<Path> BASH = Optional.of(Path.of("/bin/bash"));

  @BeforeEach
  void a_tool_that_another_program_runs() throws IOException {
    project.tool("x", "{\"name\": \"x\"}");
    project.script("bin/run", "#!/bin/sh\n").script("tools/x/tool.sh", "#!bin/run\n");
  }

  private Path at(String place) {
    return project.root.resolve(place);
  }

  private static void assertUnread(Project open) {
    ToolResolver.Broken broken =
        assertInstanceOf(ToolResolver.Broken.class, open.tools().resolve("x"));
    assertEquals("Tool 'x' cannot be read at the moment", broken.message());
    assertFalse(broken.isRejected());
    assertTrue(broken.detail().contains("Try again"), broken.detail());
  }

  private static ToolResolver.Found found(Project open) {
    return assertInstanceOf(ToolResolver.Found.class, open.tools().resolve("x"));
  }

  @Test
  void of_a_tool_it_is_refused_until_it_can_be_read() throws Throwable {
    Project open = project.open();
    open.catalog();
    LeasedFile.during(
        at("tools/x/tool.sh"),
        () -> {
          assertUnread(open);
          assertUnread(open);
        });
    assertEquals(List.of(at("tools/x/tool.sh").toString()), found(open).command());
  }

  @Test
  void of_an_interpreter_too() throws Throwable {
    project.script("lib/inner", "#!/bin/sh\n").script("bin/run", "#!lib/inner\n");
    ProjectFixture.permit(at("lib/inner"), "rwxrwxr-x");
    Project open = project.open();
    open.catalog();
    LeasedFile.during(at("bin/run"), () -> assertUnread(open));
    assertInstanceOf(ToolResolver.Broken.class, open.tools().resolve("x"));
    ProjectFixture.permit(at("lib/inner"), "rwxr-xr-x");
    found(open);
  }

  @Test
  void of_a_completion_script() throws Throwable {
    project.script("complete", "#!/usr/bin/env python3\n");
    Layout layout = Layout.of(project.root, Map.of(), project.root);
    TrustedCommand commands = new TrustedCommand(layout, BASH);
    ProjectScript script = ProjectScript.completion(layout.root(), "complete");
    LeasedFile.during(
        at("complete"),
        () -> {
          RefusedException refused =
              assertThrows(RefusedException.class, () -> commands.of(script));
          assertEquals("Completion script cannot be read at the moment", refused.getMessage());
        });
    assertEquals(List.of(at("complete").toString()), commands.of(script));
  }

  @Test
  void of_a_provider() throws Throwable {
    project
        .script("providers/own.sh", "#!/usr/bin/env python3\n")
        .register(
            "\"resources\": [{\"name\": \"r\", \"uri\": \"own://x\", \"provider\": \"own\"}]");
    ResourceReading reading = new ResourceReading(project);
    LeasedFile.during(
        at("providers/own.sh"),
        () -> {
          ResourceException refused =
              assertThrows(ResourceException.class, () -> reading.plan("own://x"));
          assertTrue(refused.detail().contains("cannot be read at the moment"), refused.detail());
        });
    reading.plan("own://x");
  }

  @Test
  void of_a_policy_it_denies() throws Throwable {
    project.file("server.d/policy.sh", "mcp_tools_policy_check() { return 0; }\n");
    Project open = project.open();
    Tool tool = open.catalog().tool("x").orElseThrow();
    LeasedFile.during(
        at("server.d/policy.sh"),
        () -> assertInstanceOf(PolicyDecision.Denied.class, open.toolPolicy().decide(tool)));
    assertInstanceOf(PolicyDecision.Ask.class, open.toolPolicy().decide(tool));
  }
}
