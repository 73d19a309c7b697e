package dev.bullpen.pool.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartFailureTests {
  private static final String PATH = "/nowhere:/usr/bin:/bin";

  @TempDir Path temporary;

  private Path script(String text) throws IOException {
    String written = text.replace("\\n", "\n").replace("\\r", "\r");
    return Files.write(temporary.resolve("tool.sh"), written.getBytes(StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#!/bin/sh\\n",
        "#! /bin/sh -e\\necho",
        "#!/bin/sh",
        "#!/usr/bin/env sh\\n",
        "#!/usr/bin/env -S A=b sh -e\\n",
        "#!/usr/bin/env -iS sh\\n",
        "#!/usr/bin/env -S \"a program\"\\n",
        "#!/bin/sh nosuch\\n",
        "\177ELF",
        "echo hello\\n",
        "",
      })
  void what_can_be_started_has_nothing_wrong(String text) throws IOException {
    assertEquals(Optional.empty(), StartFailure.of(script(text), temporary, PATH));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "#!/bin/sh\\r\\necho\\r\\n | names the interpreter \"/bin/sh\\r\"",
        "#!/usr/bin/env bash\\r\\n | Windows line ends",
        "#!/no/such/python -u\\n | names the interpreter \"/no/such/python\" in its first line, which is not there",
        "#!/etc/passwd\\n | not executable",
        "#!\\n | not there",
        "#!/usr/bin/env nosuchprogram\\n | env search for \"nosuchprogram\" in its first line",
        "#!/usr/bin/env -S nosuchprogram -x\\n | env search for \"nosuchprogram\" in its first line",
        "#!/usr/bin/env -S A=b nosuchprogram\\n | env search for \"nosuchprogram\" in its first line",
        "#!/usr/bin/env sh -e\\n | Write env -S sh -e there",
        "#!.venv/bin/python\\n | names the interpreter \".venv/bin/python\"",
        "MZ\0x | neither a text nor a program",
      })
  void what_cannot_says_why_and_names_file_and_interpreter(String text, String why)
      throws IOException {
    Path script = script(text);
    String said = StartFailure.of(script, temporary, PATH).orElseThrow();
    assertTrue(said.contains(why), said);
    assertTrue(said.startsWith(script.toString()), said);
  }

  @Test
  void a_file_that_is_gone_is_said() {
    String said = StartFailure.of(temporary.resolve("gone.sh"), temporary, PATH).orElseThrow();
    assertEquals(temporary.resolve("gone.sh") + " is not there. Put it back.", said);
  }

  @Test
  void a_relative_interpreter_is_searched_where_the_script_runs() throws IOException {
    Files.createDirectories(temporary.resolve(".venv/bin"));
    Files.createSymbolicLink(temporary.resolve(".venv/bin/python"), Path.of("/bin/sh"));
    assertEquals(
        Optional.empty(), StartFailure.of(script("#!.venv/bin/python\n"), temporary, PATH));
  }
}
