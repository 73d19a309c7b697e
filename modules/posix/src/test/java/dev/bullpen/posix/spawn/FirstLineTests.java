package dev.bullpen.posix.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FirstLineTests {
  private static FirstLine line(String head) {
    return FirstLine.of(head).orElseThrow();
  }

  @Test
  void to_the_kernel_only_blanks_and_tabs_are_blanks_and_a_nul_ends_the_line() {
    assertEquals(new FirstLine("/bin/sh", "-e  -u"), line("#! \t/bin/sh\t -e  -u \t\necho"));
    assertEquals(new FirstLine("/bin/sh", "-e"), line("#!/bin/sh -e \0 -u\n"));
    assertEquals(new FirstLine("/bin/sh\f", "-e\r"), line("#!/bin/sh\f -e\r\n"));
    assertEquals(new FirstLine("", ""), line("#! \n/bin/sh"));
    assertEquals(Optional.empty(), FirstLine.of(" #!/bin/sh"));
  }

  @Test
  void env_may_search_nothing() {
    assertEquals(Optional.empty(), line("#!/usr/bin/env\n").program());
    assertEquals(Optional.empty(), line("#!\n").program());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "/bin/sh -e, /bin/sh",
        "/usr/bin/env sh, sh",
        "/usr/bin/env -S sh -e, sh",
        "/usr/bin/env -ivSsh -e, sh",
        "/usr/bin/env --split-string=A=b lib/sh, lib/sh",
        "/usr/bin/env -S -u A -C lib sh, sh",
        "/usr/bin/env -uSHELL sh, sh",
        "/usr/bin/env -u, ||",
        "/usr/bin/env -S \"a program\", ||",
        "/usr/bin/env -S ${A}, ||"
      })
  void the_program_is_the_interpreter_or_what_env_searches(String line, String program) {
    assertEquals(program, line("#!" + line + "\n").program().orElse(""));
    assertEquals(program, line("#!" + line + "\r\n").program().orElse(""), "with a DOS line end");
  }
}
