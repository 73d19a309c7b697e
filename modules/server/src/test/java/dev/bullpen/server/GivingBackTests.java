package dev.bullpen.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.posix.SpareMemory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class GivingBackTests {
  private final Deque<Runnable> looks = new ArrayDeque<>();
  private long now;
  private Duration quiet = Duration.ZERO;
  private int given;

  private void lookAfter(Duration time) {
    now += time.toNanos();
    assertEquals(1, looks.size());
    looks.remove().run();
  }

  @Test
  void a_server_gives_back_when_it_is_not_asked_and_again_when_it_has_been() {
    SpareMemory memory = new SpareMemory(() -> now, () -> given++);
    new GivingBack(() -> quiet, (delay, task) -> looks.add(task), memory).begin();
    lookAfter(SpareMemory.APART);
    assertEquals(0, given, "it has just been asked");
    quiet = GivingBack.PERIOD;
    lookAfter(SpareMemory.LONG_REST);
    assertEquals(1, given);
    lookAfter(SpareMemory.APART);
    assertEquals(1, given, "it has not been asked since");
    quiet = GivingBack.PERIOD.minusNanos(1);
    lookAfter(GivingBack.PERIOD);
    quiet = GivingBack.PERIOD;
    lookAfter(SpareMemory.REST);
    assertEquals(2, given);
  }
}
