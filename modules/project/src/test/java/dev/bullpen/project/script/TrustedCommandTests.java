package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.script.TrustedCommand.Kind;
import dev.bullpen.project.script.TrustedCommand.ProjectScript;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is remembered of a script that was started does not hide what has changed since. */
class TrustedCommandTests extends ProjectTest {
  private static final int MOST = 1000;

  private TrustedCommand commands;
  private Path outside;

  @BeforeEach
  void a_project() throws IOException {
    commands = commands(Optional.empty());
    outside = Files.createDirectories(temporary.toRealPath().resolve("outside"));
  }

  private TrustedCommand commands(Optional<Path> bash) {
    return new TrustedCommand(Layout.of(project.root, Map.of(), project.root), bash);
  }

  private ProjectScript script(Kind kind, String owner) {
    Folder folder = new Folder(project.root.resolve("kind"), project.root);
    return new ProjectScript(kind, owner, folder, folder.path().resolve("deep/x.sh"));
  }

  private void assertStarts(ProjectScript script) throws RefusedException {
    for (int time = 1; time <= 2; time++) {
      assertEquals(List.of(script.path().toString()), commands.of(script));
    }
  }

  private void assertOutside(ProjectScript script) {
    RefusedException e = assertThrows(RefusedException.class, () -> commands.of(script));
    assertTrue(e.detail().contains(script.path() + " leads out of the project"), e.detail());
    String words =
        script.kind() == Kind.COMPLETION
            ? " script not found"
            : " path rejected by policy. The log of the server says why and what to change.";
    assertTrue(e.getMessage().endsWith(words), e.getMessage());
  }

  @ParameterizedTest
  @EnumSource
  void a_script_whose_folder_was_moved_out_behind_a_link_is_not_started(Kind kind)
      throws Exception {
    project.script("kind/deep/x.sh");
    ProjectScript script = script(kind, "x");
    for (String place : List.of("kind/deep", "kind")) {
      assertStarts(script);
      Path folder = project.root.resolve(place);
      Path moved = Files.move(folder, outside.resolve(folder.getFileName()));
      Files.createSymbolicLink(folder, moved);
      assertOutside(script);
      Files.delete(folder);
      Files.move(moved, folder);
    }
    assertStarts(script);
  }

  @ParameterizedTest
  @EnumSource
  void a_script_whose_link_leads_elsewhere_is_not_started_even_if_it_is_the_same_file(Kind kind)
      throws Exception {
    project.script("real/x.sh").file("kind/.keep", "");
    Path there = Files.createSymbolicLink(outside.resolve("link"), project.root.resolve("real"));
    project.link("kind/deep", there);
    ProjectScript script = script(kind, "x");
    assertStarts(script);
    Files.createLink(outside.resolve("x.sh"), project.root.resolve("real/x.sh"));
    // A link to it is a change of the file, after which this is what is remembered.
    assertStarts(script);
    Files.delete(there);
    Files.createSymbolicLink(there, outside);
    assertOutside(script);
  }

  @Test
  void what_changes_during_the_check_is_noticed() throws Exception {
    project.file("kind/deep/x.sh", "");
    Path file = project.root.resolve("kind/deep/x.sh");
    Path bash = Path.of("/bin/bash");
    Path namedLast =
        (Path)
            Proxy.newProxyInstance(
                Path.class.getClassLoader(),
                new Class<?>[] {Path.class},
                (proxy, method, arguments) -> {
                  ProjectFixture.permit(file, "rw-rw-rw-");
                  return bash.toString();
                });
    TrustedCommand changing = commands(Optional.of(namedLast));
    ProjectScript script = script(Kind.TOOL, "x");
    assertEquals(List.of(bash.toString(), file.toString()), changing.of(script));
    assertThrows(RefusedException.class, () -> changing.of(script));
  }

  /** The way of the script is asked for a folder, at which an interpreter already read changes. */
  @Test
  void an_interpreter_rewritten_after_it_was_read_is_not_known_as_it_is_now() throws Exception {
    project
        .script("kind/deep/x.sh", "#!bin/run\n")
        .script("bin/run", "#!/bin/sh\n")
        .script("bin/inner", "#!/bin/sh\n");
    ProjectFixture.permit(project.root.resolve("bin/inner"), "rwxrwxr-x");
    List<String> asked = new ArrayList<>();
    Path boundary =
        (Path)
            Proxy.newProxyInstance(
                Path.class.getClassLoader(),
                new Class<?>[] {Path.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("toRealPath")) {
                    // First for the script's place, then for what is inside, then for /bin/sh.
                    asked.add(method.getName());
                    if (asked.size() == 3) {
                      project.script("bin/run", "#!bin/inner\n");
                    }
                  }
                  return method.invoke(project.root, arguments);
                });
    Folder folder = new Folder(project.root.resolve("kind"), boundary);
    ProjectScript script =
        new ProjectScript(Kind.PROVIDER, "x", folder, project.root.resolve("kind/deep/x.sh"));
    for (int time = 1; time <= 2; time++) {
      RefusedException e = assertThrows(RefusedException.class, () -> commands.of(script));
      assertTrue(e.detail().contains("bin/inner may be written by its group"), e.detail());
    }
    ProjectFixture.permit(project.root.resolve("bin/inner"), "rwxr-xr-x");
    assertStarts(script);
  }

  @Test
  void no_more_than_so_many_are_remembered() throws Exception {
    project.script("kind/deep/x.sh");
    List<String> first = commands.of(script(Kind.TOOL, "1"));
    for (int i = 2; i <= MOST; i++) {
      commands.of(script(Kind.TOOL, "" + i));
    }
    assertSame(first, commands.of(script(Kind.TOOL, "1")));
    commands.of(script(Kind.TOOL, "one more"));
    assertNotSame(first, commands.of(script(Kind.TOOL, "1")));
  }
}
