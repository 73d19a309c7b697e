package dev.bullpen.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.process.HelperCgroups;
import dev.bullpen.pool.process.Marker;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class JobMembershipTests {
  private static void withProcess(List<String> command, Looking looking) throws Exception {
    Process process = new ProcessBuilder(command).start();
    try {
      process.getInputStream().read(); // it runs
      looking.at((int) process.pid());
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private interface Looking {
    void at(int pid) throws Exception;
  }

  @Test
  void a_descendant_of_this_process_is_a_jobs_whatever_its_environment() throws Exception {
    withProcess(
        List.of("/usr/bin/env", "-i", "A=1", "/bin/sh", "-c", "echo; read x"),
        pid -> assertTrue(JobMembership.objection(pid).orElseThrow().contains("by a script")));
  }

  @Test
  void the_process_that_has_started_this_one_is_none() {
    int parent = (int) ProcessHandle.current().parent().orElseThrow().pid();
    assertEquals(Optional.empty(), JobMembership.objection(parent));
  }

  @Test
  void one_that_is_gone_or_not_known_may_be_one() {
    assertTrue(JobMembership.objection(0).isPresent());
    assertTrue(JobMembership.objection(Integer.MAX_VALUE).isPresent());
  }

  @Test
  void the_marker_of_any_session_is_seen_in_the_environment_and_as_a_helpers_last_word()
      throws Exception {
    List<String> shell = List.of("/bin/sh", "-c", "echo; read x");
    withProcess(
        List.of("/usr/bin/env", "BULLPEN_JOB=x.1", "/bin/sh", "-c", "echo; read x"),
        pid -> assertTrue(Marker.isOfAnySession(Path.of("/proc", Integer.toString(pid)))));
    withProcess(
        List.of("/bin/sh", "-c", "echo; read x", "helper", "BULLPEN_HELPER=x"),
        pid -> assertTrue(Marker.isOfAnySession(Path.of("/proc", Integer.toString(pid)))));
    withProcess(
        shell, pid -> assertFalse(Marker.isOfAnySession(Path.of("/proc", Integer.toString(pid)))));
  }

  @Test
  void the_cgroup_of_a_helper_is_known_by_its_name() {
    assertTrue(HelperCgroups.isNamedBy("0::/user.slice/bullpen-12-0123abcd/helper-3\n"));
    assertFalse(HelperCgroups.isNamedBy("0::/user.slice/bullpen-12-0123abcd\n"));
    assertFalse(HelperCgroups.isNamedBy("0::/user.slice/bullpen.service/helper-3\n"));
  }
}
