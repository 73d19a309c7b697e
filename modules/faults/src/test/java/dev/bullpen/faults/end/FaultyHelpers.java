package dev.bullpen.faults.end;

import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Helpers of which none is of any use until they are repaired; they count their starts themselves.
 *
 * @param program started in place of a helper
 * @param starts has a line for each
 * @param repaired once this is there, they are helpers like any other
 */
record FaultyHelpers(Path program, Path starts, Path repaired) {
  /** More starts than these in a minute, and in any part of one, are a storm. */
  static final int MOST_STARTS = 10;

  static final Duration RECOVERS_WITHIN = Duration.ofSeconds(30);

  /** How often a client asks in vain. */
  static final Duration PACE = Duration.ofMillis(100);

  /** Makes the program: {@code FaultyProgram.brokenUntil} or its like. */
  interface Maker {
    Path make(Path program, Path starts, Path repaired);
  }

  static FaultyHelpers in(Path folder, Maker maker) {
    Path starts = folder.resolve("starts");
    Path repaired = folder.resolve("repaired");
    return new FaultyHelpers(
        maker.make(folder.resolve("helper"), starts, repaired), starts, repaired);
  }

  /** How many have been started. */
  int count() {
    try {
      return Files.readAllLines(starts).size();
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void repair() throws IOException {
    Files.createFile(repaired);
  }

  /**
   * A server with them.
   *
   * @param off the safeguards to do without
   */
  Rig start(String off) {
    return Rig.start(project -> {}, launcher -> launcher.workers(2, 4).helper(program).off(off));
  }

  /** Whether a completion is answered now; takes a moment, so that asking again is no storm. */
  static boolean serves(Rig rig) {
    Chance.pass(PACE);
    return rig.client().complete(Rig.FAST, "query", "").values().equals(List.of("ok"));
  }
}
