package dev.bullpen.posix.proc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.posix.PosixException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenFileLimitTests {
  /** RLIM_INFINITY. */
  private static final long NONE = -1;

  private OpenFileLimit before;

  @BeforeEach
  void what_it_is() throws PosixException {
    before = OpenFileLimit.current();
  }

  @AfterEach
  void as_before() throws PosixException {
    before.set();
  }

  @ParameterizedTest
  @CsvSource({
    "1024, 4096, 8192, 4096",
    "1024, 8192, 8192, 8192",
    "1024, 8193, 8192, 8192",
    "8191, 8193, 8192, 8192",
    "8192, 9000, 8192, 8192",
    "8193, 9000, 8192, 8193",
    "1024, 1024, 8192, 1024",
    "1024, -1, 8192, 8192",
    "-1, -1, 8192, -1"
  })
  void it_is_raised_as_far_as_is_allowed_and_wanted(long soft, long hard, long most, long raised) {
    assertEquals(new OpenFileLimit(raised, hard), new OpenFileLimit(soft, hard).raised(most));
  }

  @Test
  void what_is_set_holds_for_this_process_and_what_it_starts() throws Exception {
    long lower = Math.max(before.soft() / 2, 256);

    before.withSoft(lower).set();

    assertEquals(new OpenFileLimit(lower, before.hard()), OpenFileLimit.current());
    assertEquals(Long.toString(lower), shellSays("ulimit -Sn"));
    assertEquals(before.hard() == NONE ? "unlimited" : "" + before.hard(), shellSays("ulimit -Hn"));
  }

  private static String shellSays(String command) throws Exception {
    Process shell =
        new ProcessBuilder("/bin/sh", "-c", command)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    shell.waitFor(); // other tests in this JVM look at its children
    return said;
  }
}
