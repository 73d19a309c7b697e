package dev.bullpen.helper;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.helper.folder.DeskFolder;
import dev.bullpen.helper.folder.Folders;
import dev.bullpen.helper.job.Leaders;
import dev.bullpen.helper.job.Workplace;
import dev.bullpen.helper.poll.Events;
import dev.bullpen.helper.provider.ProviderRehearsal;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * When what is rehearsed. The jobs themselves take over the output of their JVM, so none is run.
 */
@Timeout(60)
class RehearsalTests {
  @TempDir Path folder;

  private Workplace workplace;

  @BeforeEach
  void a_desk() throws IOException {
    Path desk = Files.createDirectory(folder.toRealPath().resolve("desk"));
    workplace = workplace(Optional.of(new DeskFolder(desk)));
  }

  private static Workplace workplace(Optional<DeskFolder> desk) {
    Events events = new Events();
    return new Workplace(new Folders(desk, Optional.empty()), new Leaders(events), events);
  }

  /** Where there is no desk nothing else comes of itself. */
  private static int stepsOfLoading() throws IOException {
    Rehearsal rehearsal = new Rehearsal(workplace(Optional.empty()), Map.of());
    int steps = 0;
    while (!rehearsal.isOver()) {
      rehearsal.advance();
      steps++;
    }
    return steps;
  }

  private static void advance(Rehearsal rehearsal, int steps) throws IOException {
    for (int step = 0; step < steps; step++) {
      assertFalse(rehearsal.isOver());
      rehearsal.advance();
    }
  }

  @Test
  void jobs_with_a_desk_come_after_what_ends_jobs_is_loaded() throws IOException {
    Rehearsal rehearsal = new Rehearsal(workplace, Map.of());
    advance(rehearsal, stepsOfLoading());
    assertFalse(rehearsal.isOver());
  }

  @Test
  void where_that_is_switched_off_they_do_not() throws IOException {
    Rehearsal rehearsal = new Rehearsal(workplace, Map.of("BULLPEN_REHEARSAL", "off"));
    advance(rehearsal, stepsOfLoading());
    assertTrue(rehearsal.isOver());
  }

  /** Time goes on between two looks, so that what is not put off is due sooner. */
  private static boolean isPutOff(Rehearsal rehearsal, Runnable event) {
    Duration before = rehearsal.patience();
    long looked = System.nanoTime();
    while (System.nanoTime() - looked < Duration.ofMillis(1).toNanos()) {
      Thread.onSpinWait();
    }
    event.run();
    return rehearsal.patience().compareTo(before.minus(Duration.ofMillis(1))) > 0;
  }

  @Test
  void who_is_wanted_waits_and_a_rehearsal_of_the_supervisors_is_nobody_who_wants() {
    Rehearsal rehearsal = new Rehearsal(workplace, Map.of());
    assertFalse(isPutOff(rehearsal, () -> {}));
    assertTrue(isPutOff(rehearsal, () -> rehearsal.heed(Bench.job(1, "true"))));
    assertTrue(isPutOff(rehearsal, rehearsal::used));
    assertFalse(isPutOff(rehearsal, () -> rehearsal.heed(ofTheSupervisor())));
    assertFalse(isPutOff(rehearsal, rehearsal::used));
  }

  private static Frame.Job ofTheSupervisor() {
    return new Frame.Job(
        1,
        List.of(ProviderRehearsal.PROVIDER),
        List.of(ProviderRehearsal.place()),
        "/",
        new byte[0],
        1,
        1,
        1,
        Optional.empty());
  }
}
