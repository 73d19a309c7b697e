package dev.bullpen.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.helper.folder.DeskFolder;
import dev.bullpen.helper.folder.Folders;
import dev.bullpen.helper.job.Leaders;
import dev.bullpen.helper.job.Workplace;
import dev.bullpen.helper.poll.Events;
import dev.bullpen.helper.provider.ProviderRehearsal;
import dev.bullpen.posix.Child;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.Self;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RehearsalTests {
  @TempDir Path folder;

  private static final int STDOUT = 1;

  private Path desk;
  private Workplace workplace;

  /** A helper has nothing to say there, so that its providers leave it what stderr is. */
  private Descriptor stdout;

  @BeforeEach
  void a_desk() throws IOException {
    stdout = Descriptor.of(STDOUT).duplicate();
    Self.becomeSubReaper();
    desk = Files.createDirectory(folder.toRealPath().resolve("desk"));
    workplace = workplace(Optional.of(new DeskFolder(desk)));
  }

  private static Workplace workplace(Optional<DeskFolder> desk) {
    Events events = new Events();
    return new Workplace(new Folders(desk, Optional.empty()), new Leaders(events), events);
  }

  @AfterEach
  void nothing_is_left() throws IOException {
    stdout.takeOver(STDOUT);
    stdout.close();
    assertFalse(Child.any());
  }

  /** Every step there is. */
  private static int steps(Rehearsal rehearsal) throws IOException {
    int steps = 0;
    while (!rehearsal.isOver()) {
      rehearsal.advance();
      steps++;
    }
    return steps;
  }

  private Set<String> onTheDesk() throws IOException {
    try (Stream<Path> files = Files.list(desk)) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  @Test
  void jobs_with_a_desk_are_rehearsed_and_leave_it_as_a_tool_finds_it() throws IOException {
    int without = steps(new Rehearsal(workplace(Optional.empty()), Map.of()));
    assertEquals(without + Rehearsal.DESKS, steps(new Rehearsal(workplace, Map.of())));
    assertEquals(Set.of("events", "error", "resources"), onTheDesk());
    assertTrue(workplace.folders().desk().orElseThrow().isInOrder(List.of()));
  }

  @Test
  void where_that_is_switched_off_only_what_ends_jobs_is_loaded() throws IOException {
    int without = steps(new Rehearsal(workplace(Optional.empty()), Map.of()));
    assertEquals(without, steps(new Rehearsal(workplace, Map.of("BULLPEN_REHEARSAL", "off"))));
    assertEquals(Set.of("events"), onTheDesk());
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
