package dev.bullpen.posix.proc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HangupTests {
  /** Prints what is known of the process it is run as. */
  static final class Asked {
    public static void main(String[] arguments) {
      System.out.print(Self.endsOnHangup());
    }
  }

  @ParameterizedTest
  @CsvSource({"trap - HUP,true", "trap '' HUP,false", "trap '' INT TERM,true"})
  void only_who_ignores_it_outlives_it(String trap, String ends) throws Exception {
    assumeTrue(
        Self.endsOnHangup() || ends.equals("false"),
        "started with SIGHUP ignored, which no shell can take back");
    assertEquals(ends, said(trap + "; exec \"$@\""));
  }

  @Test
  void nohup_is_how_it_comes_to_be_ignored() throws Exception {
    assertEquals("false", said("nohup \"$@\" 2>/dev/null"));
  }

  @Test
  void of_a_system_that_does_not_say_it_is_not_known() {
    assertEquals(false, Self.endsOnHangup("Name:\tjava\nUmask:\t0022\nState:\tS (sleeping)\n"));
    assertEquals(true, Self.endsOnHangup("Name:\tjava\nSigIgn:\t0000000000000006\nSigCgt:\t0\n"));
    assertEquals(false, Self.endsOnHangup("Name:\tjava\nSigIgn:\t0000000000000007\nSigCgt:\t0\n"));
  }

  private static String said(String script) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                List.of(
                    "/bin/sh",
                    "-c",
                    script,
                    "sh",
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path")
                        + ":"
                        + System.getProperty("jdk.module.path", ""),
                    Asked.class.getName()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output = new String(process.getInputStream().readAllBytes());
    process.waitFor(20, TimeUnit.SECONDS);
    return output;
  }
}
