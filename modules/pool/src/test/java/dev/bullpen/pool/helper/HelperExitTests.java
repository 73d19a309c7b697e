package dev.bullpen.pool.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.posix.proc.ExitStatus;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HelperExitTests {
  private static HelperExit of(String broken, boolean byItself, String status, boolean exiting) {
    String[] words = status.split(" ");
    int number = Integer.parseInt(words[1]);
    return HelperExit.of(
        Optional.empty(),
        Optional.ofNullable(broken),
        byItself,
        words[0].equals("exit") ? new ExitStatus.Exited(number) : new ExitStatus.Signalled(number),
        true,
        exiting);
  }

  @ParameterizedTest
  @CsvSource({
    "half a frame, true,  signal 9,  KILLED",
    "half a frame, true,  signal 15, KILLED",
    "half a frame, true,  signal 11, CRASHED",
    "half a frame, true,  exit 0,    PROTOCOL",
    "half a frame, true,  exit 143,  PROTOCOL",
    "            , false, signal 9,  PROTOCOL",
    "            , false, exit 143,  PROTOCOL",
    "            , true,  exit 3,    OUT_OF_MEMORY",
    "            , true,  exit 7,    EXIT",
    "            , true,  exit 129,  KILLED",
    "            , true,  exit 130,  KILLED",
    "            , true,  exit 143,  KILLED",
    "            , true,  exit 144,  EXIT",
  })
  void the_exit_status_explains_a_broken_frame_and_not_the_other_way_round(
      String broken, boolean byItself, String status, FailureReason reason) {
    assertEquals(reason, of(broken, byItself, status, false).reason());
  }

  @ParameterizedTest
  @CsvSource({
    "10, SIGUSR1",
    "14, SIGALRM",
    "13, SIGPIPE",
    "24, SIGXCPU",
    "34, SIGRTMIN",
    "36, SIGRTMIN+2"
  })
  @EnabledOnOs(OS.LINUX)
  void a_signal_that_no_defect_of_a_jvm_sends_has_killed_it_and_is_named(int signal, String name) {
    assertEquals(
        new HelperExit(FailureReason.KILLED, "signal %d (%s)".formatted(signal, name)),
        of(null, true, "signal " + signal, false));
  }

  @Test
  void one_that_has_reported_an_exit_has_not_run_out_of_memory_whatever_its_code() {
    assertEquals(new HelperExit(FailureReason.EXIT, "exit code 3"), of(null, true, "exit 3", true));
  }

  @Test
  void before_the_hello_it_did_not_come_up_whatever_it_died_of() {
    HelperExit exit =
        HelperExit.of(
            Optional.empty(),
            Optional.of("not a frame: \"Error\""),
            true,
            new ExitStatus.Exited(1),
            false,
            false);
    assertEquals(FailureReason.BOOT, exit.reason());
    assertTrue(exit.detail().contains("Error") && exit.detail().contains("exit code 1"));
  }

  @Test
  void the_pools_own_reason_comes_first() {
    Set<FailureReason> ours =
        EnumSet.of(
            FailureReason.HUNG,
            FailureReason.SPENT,
            FailureReason.RECYCLED,
            FailureReason.SHUTDOWN);
    for (FailureReason reason : FailureReason.values()) {
      assertEquals(ours.contains(reason), new HelperExit(reason, "").isByPool(), reason.word());
    }
    HelperExit hung =
        HelperExit.of(
            Optional.of(FailureReason.HUNG),
            Optional.empty(),
            true,
            new ExitStatus.Signalled(9),
            true,
            false);
    assertEquals(FailureReason.HUNG, hung.reason());
  }
}
