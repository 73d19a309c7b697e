package dev.bullpen.pool;

import static dev.bullpen.pool.TestPool.LONG_ENOUGH;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.flight.FlightLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightLogTests {
  @TempDir Path folder;

  @Test
  void a_recording_is_told_of_jobs_spawns_kills_and_lives() throws Exception {
    List<RecordedEvent> events;
    try (Recording recording = new Recording()) {
      recording.start();
      FlightLog.Current.look();
      try (TestPool pool = new TestPool(TestPool.helperCommand(), TestPool.ENDLESS)) {
        assertEquals("out\n", pool.run("echo out").output());
        TestPool.Running runaway = pool.run("sleep 60");
        await().atMost(LONG_ENOUGH).until(() -> pool.pool().view().waiting() == 0);
        assertTrue(pool.pool().cancel(runaway.job()));
        await().atMost(LONG_ENOUGH).until(() -> pool.pool().view().idle() == 1);
      }
      // The end of a life is noted by a thread that nobody waits for.
      events =
          await()
              .atMost(LONG_ENOUGH)
              .until(
                  () -> dumped(recording),
                  all -> all.stream().anyMatch(event -> isCalled(event, "HelperLife")));
    }
    RecordedEvent completed = only(events, "Job", "outcome", "completed");
    assertEquals("test", completed.getString("name"));
    assertEquals("INTERACTIVE", completed.getString("lane"));
    assertTrue(completed.getDuration("waited").toNanos() > 0);
    assertTrue(completed.getDuration("ran").toNanos() > 0);
    only(events, "Job", "outcome", "cancelled");
    assertEquals("cancelled", only(events, "Kill", "step", "SCRIPT").getString("reason"));
    RecordedEvent life = only(events, "HelperLife", "reason", "shutdown");
    assertEquals(2, life.getInt("jobsDone"));
    RecordedEvent spawn =
        events.stream().filter(event -> isCalled(event, "HelperSpawn")).findFirst().orElseThrow();
    assertEquals(life.getInt("pid"), spawn.getInt("pid"));
  }

  private List<RecordedEvent> dumped(Recording recording) throws IOException {
    Path file = Files.createTempFile(folder, "pool", ".jfr");
    recording.dump(file);
    return RecordingFile.readAllEvents(file);
  }

  private static RecordedEvent only(
      List<RecordedEvent> events, String name, String field, String value) {
    List<RecordedEvent> found =
        events.stream()
            .filter(event -> isCalled(event, name) && value.equals(event.getString(field)))
            .toList();
    assertEquals(1, found.size(), () -> name + " " + value + " in " + events);
    return found.get(0);
  }

  private static boolean isCalled(RecordedEvent event, String name) {
    return event.getEventType().getName().equals("dev.bullpen." + name);
  }
}
