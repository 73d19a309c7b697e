package dev.bullpen.pool.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.pool.job.ResourceLimits;
import dev.bullpen.wire.Frame;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LimitBreachTests {
  private static final OptionalInt NOT = OptionalInt.empty();
  private static final ResourceLimits CPU =
      new ResourceLimits(OptionalInt.of(2), NOT, NOT, NOT, NOT);
  private static final ResourceLimits FILE =
      new ResourceLimits(NOT, NOT, NOT, NOT, OptionalInt.of(3));

  @Test
  void a_signal_tells_which_limit_it_was() {
    assertEquals("cpu-limit: it used more than 2 s of processor time", of(CPU, true, 24));
    assertEquals("file-limit: it wrote a file of more than 3 MiB", of(FILE, true, 25));
  }

  @Test
  void so_does_a_shell_whose_last_command_it_ended() {
    assertEquals("cpu-limit: it used more than 2 s of processor time", of(CPU, false, 152));
    assertEquals("file-limit: it wrote a file of more than 3 MiB", of(FILE, false, 153));
  }

  @Test
  void other_ends_are_the_scripts_own() {
    assertEquals("", of(CPU, true, 23));
    assertEquals("", of(CPU, true, 25));
    assertEquals("", of(FILE, true, 24));
    assertEquals("", of(CPU, true, 152));
    assertEquals("", of(CPU, false, 24));
    assertEquals("", of(CPU, false, 151));
    assertEquals("", of(CPU, false, 153));
    assertEquals("", of(FILE, false, 152));
    assertEquals("", of(CPU, false, 0));
    assertEquals("", of(CPU, true, 9));
  }

  @Test
  void without_limits_nothing_is_one() {
    assertEquals("", of(ResourceLimits.NONE, true, 24));
    assertEquals("", of(ResourceLimits.NONE, true, 25));
    assertEquals("", of(ResourceLimits.NONE, false, 125, LimitedArgv.NOT_SET_LINE + "cpuSecs=2\n"));
  }

  @Test
  void what_could_not_be_set_is_told_with_the_shells_reason_and_no_path() {
    assertEquals(
        "limit-not-set: the host does not allow the limit cpuSecs=2 (no such thing). Give a lower one, or raise the server's own hard limit",
        of(
            CPU,
            false,
            125,
            "/p/s.sh: 1: ulimit: no such thing\n" + LimitedArgv.NOT_SET_LINE + "cpuSecs=2\n"));
  }

  @Test
  void who_exits_so_with_other_words_has_exited_so() {
    assertEquals("", of(CPU, false, 125, ""));
    assertEquals("", of(CPU, false, 125, "bullpen\n"));
    assertEquals("", of(CPU, false, 124, LimitedArgv.NOT_SET_LINE + "cpuSecs=2\n"));
    assertEquals("", of(CPU, true, 125, LimitedArgv.NOT_SET_LINE + "cpuSecs=2\n"));
  }

  private static String of(ResourceLimits limits, boolean signalled, int code) {
    return of(limits, signalled, code, "");
  }

  private static String of(ResourceLimits limits, boolean signalled, int code, String stdout) {
    Optional<LimitBreach> breach =
        LimitBreach.of(
            limits,
            new Frame.Exited(1, signalled, code, Frame.Overflow.NONE, true),
            stdout.getBytes(StandardCharsets.UTF_8));
    return breach.map(found -> found.reason().word() + ": " + found.detail()).orElse("");
  }
}
