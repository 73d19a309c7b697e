package dev.bullpen.launcher.validate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.server.program.CompilerCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a compiler of a line of shell. */
class SourceCheckTests {
  @TempDir Path root;

  private String said(String... compiler) {
    CompilerCommand command =
        new CompilerCommand(List.of(compiler), Map.of("PATH", "/usr/bin:/bin"), root, "");
    Findings findings = new Findings();
    new SourceCheck(root, command).check(List.of(root.resolve("tools/x/x.java")), findings);
    return String.join("; ", findings.problems());
  }

  private String saidBy(String script) {
    return said("/bin/sh", "-c", script, "sh");
  }

  @Test
  void a_compiler_that_was_killed_is_not_called_slow() {
    assertEquals(
        "tools/x/x.java: the compiler ended with exit code 137", saidBy("kill -9 $$; sleep 9"));
    assertEquals("tools/x/x.java: no memory", saidBy("echo no memory; kill -9 $$; sleep 9"));
  }

  @Test
  void nor_is_one_that_cannot_be_started() {
    String said = said("/no/such/java");
    assertTrue(said.startsWith("tools/x/x.java: "), said);
    assertTrue(said.contains("/no/such/java"), said);
    assertFalse(said.contains("within"), said);
  }

  @Test
  void what_stands_before_the_place_of_an_error_is_dropped() {
    assertEquals(
        "tools/x/x.java:2: wrong\n  below\ntools/x/x.java:3: wrong",
        saidBy(
            "echo 'sh: warning: no such locale' >&2; echo 'x.java:2: wrong'; echo '  below';"
                + " echo 'x.java:3: wrong'; exit 1"));
    assertEquals("", saidBy("echo noise; exit 0"));
  }
}
