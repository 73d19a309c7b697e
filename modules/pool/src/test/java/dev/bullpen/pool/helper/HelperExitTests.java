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
  private static final Optional<String> HALF_A_FRAME =
      Optional.of("the end came inside a frame's header");

  private static FailureReason reason(
      Optional<String> broken, boolean byItself, ExitStatus status) {
    return HelperExit.of(Optional.empty(), broken, byItself, status, true, false).reason();
  }

  @Test
  void the_exit_status_explains_a_broken_frame() {
    assertEquals(FailureReason.KILLED, reason(HALF_A_FRAME, true, new ExitStatus.Signalled(9)));
    assertEquals(FailureReason.KILLED, reason(HALF_A_FRAME, true, new ExitStatus.Signalled(15)));
    assertEquals(FailureReason.CRASHED, reason(HALF_A_FRAME, true, new ExitStatus.Signalled(11)));
    for (int code : new int[] {0, 128 + 15}) {
      assertEquals(FailureReason.PROTOCOL, reason(HALF_A_FRAME, true, new ExitStatus.Exited(code)));
    }
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
    HelperExit death =
        HelperExit.of(
            Optional.empty(),
            Optional.empty(),
            true,
            new ExitStatus.Signalled(signal),
            true,
            false);
    assertEquals(
        new HelperExit(FailureReason.KILLED, "signal %d (%s)".formatted(signal, name)), death);
  }

  @Test
  void who_closes_his_pipe_and_lives_breaks_the_protocol() {
    assertEquals(
        FailureReason.PROTOCOL, reason(Optional.empty(), false, new ExitStatus.Signalled(9)));
  }

  @Test
  void exit_codes_are_told_apart() {
    assertEquals(
        FailureReason.OUT_OF_MEMORY, reason(Optional.empty(), true, new ExitStatus.Exited(3)));
    assertEquals(FailureReason.EXIT, reason(Optional.empty(), true, new ExitStatus.Exited(7)));
  }

  @Test
  void a_jvm_that_has_been_told_to_end_was_killed_though_it_exits() {
    for (int signal : new int[] {1, 2, 15}) { // HUP, INT and TERM
      assertEquals(
          FailureReason.KILLED,
          reason(Optional.empty(), true, new ExitStatus.Exited(128 + signal)));
    }
    assertEquals(FailureReason.EXIT, reason(Optional.empty(), true, new ExitStatus.Exited(144)));
    assertEquals(
        FailureReason.PROTOCOL, reason(Optional.empty(), false, new ExitStatus.Exited(128 + 15)));
  }

  @Test
  void who_has_said_that_he_exits_has_not_run_out_of_memory_whatever_his_code() {
    HelperExit death =
        HelperExit.of(
            Optional.empty(), Optional.empty(), true, new ExitStatus.Exited(3), true, true);
    assertEquals(new HelperExit(FailureReason.EXIT, "exit code 3"), death);
  }

  @Test
  void before_the_hello_it_did_not_come_up_whatever_it_died_of() {
    HelperExit death =
        HelperExit.of(
            Optional.empty(),
            Optional.of("not a frame: \"Error\""),
            true,
            new ExitStatus.Exited(1),
            false,
            false);
    assertEquals(FailureReason.BOOT, death.reason());
    assertTrue(death.detail().contains("Error") && death.detail().contains("exit code 1"));
  }

  @Test
  void those_we_have_ended_are_ours_and_no_others() {
    Set<FailureReason> ours =
        EnumSet.of(
            FailureReason.HUNG,
            FailureReason.SPENT,
            FailureReason.RECYCLED,
            FailureReason.SHUTDOWN);
    for (FailureReason reason : FailureReason.values()) {
      assertEquals(ours.contains(reason), new HelperExit(reason, "").isOurs(), reason.word());
    }
  }

  @Test
  void a_reason_of_ours_comes_first() {
    assertEquals(
        FailureReason.HUNG,
        HelperExit.of(
                Optional.of(FailureReason.HUNG),
                Optional.empty(),
                true,
                new ExitStatus.Signalled(9),
                true,
                false)
            .reason());
  }
}
