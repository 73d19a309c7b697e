package dev.bullpen.helper;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.helper.folder.Folders;
import dev.bullpen.helper.job.Workplace;
import dev.bullpen.helper.poll.Events;
import dev.bullpen.wire.Frame;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The jobs themselves take over the output of their JVM, so none is run. */
class RehearsalTests {
  private final Events events = new Events();
  private final Rehearsal rehearsal =
      new Rehearsal(new Workplace(new Folders(Optional.empty(), Optional.empty()), events));

  @Test
  void each_expected_provider_is_loaded_once() {
    assertTrue(rehearsal.isOver());
    rehearsal.expect(new Frame.Expect("No.Such", List.of("/no/such.jar")));
    assertFalse(rehearsal.isOver());
    rehearsal.advance();
    assertTrue(rehearsal.isOver());
  }

  @Test
  void a_job_puts_it_off() {
    Duration before = rehearsal.patience();
    long began = System.nanoTime();
    while (System.nanoTime() - began < Duration.ofMillis(1).toNanos()) {
      Thread.onSpinWait();
    }
    assertTrue(rehearsal.patience().compareTo(before) < 0);
    long used = System.nanoTime();
    rehearsal.used();
    Duration left = rehearsal.patience().plusNanos(System.nanoTime() - used);
    assertTrue(left.compareTo(Rehearsal.QUIET) >= 0, left::toString);
  }
}
