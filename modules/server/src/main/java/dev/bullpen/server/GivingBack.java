package dev.bullpen.server;

import dev.bullpen.posix.SpareMemory;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Gives memory back that a server took for what it was asked, when nobody asks it: large outputs
 * are held by it as a whole. On the timer's thread.
 */
final class GivingBack {
  static final Duration PERIOD = Duration.ofSeconds(1);

  private final Supplier<Duration> quiet;
  private final BiConsumer<Duration, Runnable> later;
  private final SpareMemory memory;

  /**
   * @param quiet for how long nothing has been asked, be it by ourselves
   * @param later runs a task after that time
   */
  GivingBack(Supplier<Duration> quiet, BiConsumer<Duration, Runnable> later, SpareMemory memory) {
    this.quiet = quiet;
    this.later = later;
    this.memory = memory;
  }

  /** From now on. Returns at once. */
  void begin() {
    later.accept(PERIOD, this::look);
  }

  private void look() {
    try {
      if (quiet.get().compareTo(PERIOD) < 0) {
        memory.used();
      } else {
        memory.giveBack();
      }
    } finally {
      begin();
    }
  }
}
