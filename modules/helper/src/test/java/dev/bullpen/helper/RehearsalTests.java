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

  @Test
  void jobs_with_a_desk_are_rehearsed_where_there_is_one() {
    assertFalse(new Rehearsal(workplace, Map.of()).isOver());
    assertTrue(new Rehearsal(workplace(Optional.empty()), Map.of()).isOver());
  }

  @Test
  void where_rehearsals_are_switched_off_there_are_none() {
    assertTrue(new Rehearsal(workplace, Map.of("BULLPEN_REHEARSAL", "off")).isOver());
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
