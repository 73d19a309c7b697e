package dev.bullpen.testkit.proc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcTests {
  @Test
  void a_name_may_hold_blanks_and_parentheses() {
    Proc process =
        Proc.parse(42, "42 (a) R (b) S 7 41 40 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 123456 1 2 3");
    assertEquals(new Proc(42, 123456, 'S', 7, 41, 40, "a) R (b"), process);
  }

  @Test
  void one_whose_first_thread_alone_has_ended_goes_on() {
    String stat = "42 (a) Z 7 41 40 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 %d 0 123456 1 2 3";
    assertTrue(Proc.parse(42, stat.formatted(2)).running());
    assertFalse(Proc.parse(42, stat.formatted(1)).running());
    assertTrue(Proc.parse(42, stat.formatted(1)).zombie());
  }

  @Test
  void a_child_is_seen_until_it_has_been_waited_for() throws IOException, InterruptedException {
    Process child = new ProcessBuilder("cat").start();
    Proc seen = Proc.read(child.pid()).orElseThrow();
    assertEquals(ProcessHandle.current().pid(), seen.parent());
    assertTrue(seen.stillRuns());
    child.getOutputStream().close();
    child.waitFor();
    assertFalse(seen.stillRuns());
    assertTrue(Proc.read(child.pid()).isEmpty());
  }

  @Test
  void another_process_with_the_same_number_is_not_the_same() throws IOException {
    Proc self = Proc.read(ProcessHandle.current().pid()).orElseThrow();
    Proc earlier = new Proc(self.pid(), self.start() - 1, 'R', 0, 0, 0, "earlier");
    assertTrue(self.stillRuns());
    assertFalse(earlier.stillRuns());
  }

  @Test
  void the_environment_and_the_arguments_are_those_it_was_started_with()
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("cat", "-u", "-");
    builder.environment().put("PROC_TESTS", "here");
    Process child = builder.start();
    child.getOutputStream().write('x');
    child.getOutputStream().flush();
    child.getInputStream().read(); // from now on it is cat and no longer a copy of this JVM
    Proc seen = Proc.read(child.pid()).orElseThrow();
    assertTrue(List.of(seen.environment().split("\0")).contains("PROC_TESTS=here"));
    assertEquals("cat -u -", seen.commandLine());
    child.getOutputStream().close();
    child.waitFor();
  }
}
