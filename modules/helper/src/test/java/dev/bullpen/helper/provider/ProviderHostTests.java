package dev.bullpen.helper.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.OpenFileLimit;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderHostTests {
  /** More than this JVM has open, and soon used up. */
  private static final int LIMIT = 1024;

  private final Deque<Descriptor> taken = new ArrayDeque<>();

  private OpenFileLimit before;

  @BeforeEach
  void lower_the_limit() throws PosixException {
    Path nothing = Path.of("/no/such");
    assertThrows(PosixException.class, () -> Descriptor.openAtOnce(nothing)); // loads its classes
    before = OpenFileLimit.current();
    before.withSoft(LIMIT).set();
  }

  @AfterEach
  void as_before() throws PosixException {
    taken.forEach(Descriptor::close);
    before.set();
  }

  /**
   * It needs three: two for a pipe, and one for a copy of the error output. With two the classes
   * are loaded, too, for which there must be one for a moment.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 1, 0})
  void what_cannot_be_prepared_for_want_of_descriptors_keeps_none(int free) throws PosixException {
    takeAll();
    for (int i = 0; i < free; i++) {
      taken.pop().close();
    }
    int held = taken.size();

    PosixException failure = assertThrows(PosixException.class, ProviderHost::new);

    assertEquals(Errno.EMFILE, failure.errno());
    takeAll();
    assertEquals(free, taken.size() - held);
  }

  private void takeAll() throws PosixException {
    try {
      while (true) {
        taken.push(Descriptor.ofNothing());
      }
    } catch (PosixException e) {
      if (e.errno() != Errno.EMFILE) {
        throw e;
      }
    }
  }
}
