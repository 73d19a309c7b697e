package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.script.ScriptCommand.Starter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptCommandTests {
  private static final String ELF = "\u007fELF\u0002\u0001\u0001\u0000\u0000";

  @TempDir Path temporary;

  private Path file(String name, String text, String permissions) throws IOException {
    Path file = temporary.resolve(name);
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    ProjectFixture.permit(file, permissions);
    return file;
  }

  private ScriptCommand executable(String name, String text) throws IOException {
    return ScriptCommand.of(file(name, text, "rwxr-xr-x"));
  }

  private ScriptCommand plain(String name, String text) throws IOException {
    return ScriptCommand.of(file(name, text, "rw-r--r--"));
  }

  private void assertRefused(ScriptCommand start, String words) {
    assertEquals(Starter.NONE, start.starter());
    assertTrue(start.objection().orElseThrow().contains(words), start.objection().get());
  }

  @ParameterizedTest
  @CsvSource({
    "tool.py, #!/usr/bin/env python3",
    "tool.mjs, #!/usr/bin/env node",
    "tool, #!/bin/sh",
    "tool.sh, #!/usr/bin/env python3"
  })
  void the_system_starts_an_executable_with_a_first_line(String name, String line)
      throws IOException {
    assertEquals(Starter.SYSTEM, executable(name, line + "\n").starter());
  }

  @ParameterizedTest
  @ValueSource(strings = {"tool", "tool.bin", "tool.py"})
  void and_a_program(String name) throws IOException {
    assertEquals(Starter.SYSTEM, executable(name, ELF).starter());
  }

  @ParameterizedTest
  @ValueSource(strings = {"tool.sh", "tool.bash", "tool"})
  void bash_runs_an_executable_without_one_as_under_mcp_bash(String name) throws IOException {
    assertEquals(Starter.BASH, executable(name, "echo hello\n").starter());
    assertEquals(Starter.BASH, executable(name, "").starter());
  }

  @ParameterizedTest
  @CsvSource({
    "tool.py, import os, #!/usr/bin/env python3.",
    "tool.mjs, import x from 'y', #!/usr/bin/env node.",
    "tool.js, print(), #!/usr/bin/env node.",
    "tool.rb, puts 1, #!/usr/bin/env ruby.",
    "tool.x, run, such as #!/usr/bin/env python3.",
    "tool.py, '', #!/usr/bin/env python3.",
    "tool.v2.py, import os, #!/usr/bin/env python3."
  })
  void nothing_runs_any_other_text_without_one(String name, String text, String line)
      throws IOException {
    assertRefused(executable(name, text), "has no \"#!\" line, so a shell would run it");
    assertRefused(executable(name, text), line);
  }

  @Test
  void a_byte_order_mark_hides_the_first_line_from_the_system() throws IOException {
    assertRefused(executable("tool.py", "\ufeff#!/usr/bin/python3\n"), "byte order mark");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#!/bin/sh",
        "#! /bin/bash -eu",
        "#!/bin/dash",
        "#!/usr/bin/env bash",
        "#!/usr/bin/env -S bash -e",
        "#!/usr/bin/env -Sbash -e",
        "#!/usr/bin/env -i A=b sh",
        "#!/usr/bin/env -u X zsh",
        "#!/usr/local/bin/ksh",
        "#!/bin/busybox sh",
        "#!/bin/bash\r"
      })
  void bash_runs_what_asks_for_a_shell_and_is_not_executable(String line) throws IOException {
    for (String name : List.of("tool", "tool.sh", "tool.txt")) {
      assertEquals(Starter.BASH, plain(name, line + "\necho hello\n").starter(), name);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "#!/usr/bin/python3, python3",
    "#!/usr/bin/env python3, python3",
    "#!/usr/bin/env -S python3 -u, python3",
    "#!/usr/bin/env -S PYTHONPATH=lib python3, python3",
    "#!/usr/bin/env node, node",
    "#!/usr/bin/env ruby, ruby",
    "#!/usr/bin/fish, fish",
    "#!/bin/bashful, bashful",
    "#!/usr/bin/env, env",
    "#!, ''"
  })
  void nothing_runs_what_asks_for_another_program_and_is_not_executable(String line, String program)
      throws IOException {
    for (String name : List.of("tool.py", "tool", "tool.sh")) {
      ScriptCommand start = plain(name, line + "\n");
      assertRefused(start, "requires %s but is not executable".formatted(program));
      assertRefused(start, "chmod +x " + temporary.resolve(name));
    }
  }

  @Test
  void what_is_named_for_bash_needs_neither_permission_nor_first_line() throws IOException {
    assertEquals(Starter.BASH, plain("tool.sh", "echo\n").starter());
    assertEquals(Starter.BASH, plain("tool.bash", "echo\n").starter());
  }

  @Test
  void what_has_neither_is_no_script() throws IOException {
    assertEquals(Starter.NONE, plain("tool.py", "print()").starter());
    assertEquals(Optional.empty(), plain("tool.py", "print()").objection());
    assertEquals(Starter.SYSTEM, plain("tool.java", "class A {}").starter());
  }

  @Test
  void without_a_bash_only_what_is_executable_is_started() throws IOException {
    Path executable = file("a.sh", "echo\n", "rwxr-xr-x");
    Path plain = file("b.sh", "echo\n", "rw-r--r--");
    assertEquals(
        Optional.of(List.of("/bin/sh", executable.toString())),
        ScriptCommand.of(executable).command(executable, Optional.empty()));
    assertEquals(Optional.empty(), ScriptCommand.of(plain).command(plain, Optional.empty()));
    Path bash = Path.of("/bin/bash");
    assertEquals(
        Optional.of(List.of("/bin/bash", executable.toString())),
        ScriptCommand.of(executable).command(executable, Optional.of(bash)));
  }
}
