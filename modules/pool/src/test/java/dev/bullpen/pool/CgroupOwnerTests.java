package dev.bullpen.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class CgroupOwnerTests {
  /** No process has it: the kernel's greatest is 4 194 304. */
  private static final int NOBODY = 4_194_305;

  @Test
  void a_name_tells_its_owner() throws IOException {
    CgroupOwner self = CgroupOwner.self();
    assertEquals(ProcessHandle.current().pid(), self.pid());
    assertEquals(Optional.of(self), CgroupOwner.of(self.name("0123abcd")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "bullpen",
        "bullpen-1-2-3",
        "bullpen-1-2-3-",
        "bullpen-1-2-3-xyz",
        "bullpen--2-3-ab",
        "bullpen-1234567890-2-3-ab",
        "bullpen-trial-1-2",
        "abullpen-1-2-3-ab",
        "bullpen-1-2-3-ab/c"
      })
  void another_name_has_none(String name) {
    assertEquals(Optional.empty(), CgroupOwner.of(name));
  }

  @Test
  void who_lives_is_not_gone_and_who_has_his_pid_later_is_somebody_else() throws IOException {
    CgroupOwner self = CgroupOwner.self();
    assertFalse(self.isGone(self));
    assertTrue(new CgroupOwner(self.pid(), self.start() - 1, self.namespace()).isGone(self));
    assertTrue(new CgroupOwner(NOBODY, self.start(), self.namespace()).isGone(self));
  }

  @Test
  void of_another_namespace_nobody_knows() throws IOException {
    CgroupOwner self = CgroupOwner.self();
    assertFalse(new CgroupOwner(NOBODY, self.start(), self.namespace() + 1).isGone(self));
  }
}
