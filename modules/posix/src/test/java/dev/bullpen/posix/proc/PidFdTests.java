package dev.bullpen.posix.proc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.posix.Errno;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken for a kernel without references to processes. */
class PidFdTests {
  private static final int ENOSYS = 38;

  @ParameterizedTest
  @ValueSource(ints = {Errno.EMFILE, Errno.ENFILE, Errno.ENOMEM})
  void a_shortage_says_nothing_of_the_kernel(int errno) {
    assertEquals(Optional.empty(), PidFd.verdict(errno));
  }

  @ParameterizedTest
  @ValueSource(ints = {ENOSYS, Errno.EPERM})
  void a_kernel_or_sandbox_that_knows_no_such_call_has_none(int errno) {
    assertEquals(Optional.of(false), PidFd.verdict(errno));
  }
}
