package dev.bullpen.server.tool;

import dev.bullpen.server.thread.Timers;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** A wait that ends once: with what is waited for, or when its time is over. */
final class BoundedWait {
  private final long begun = System.nanoTime();
  private final AtomicBoolean over = new AtomicBoolean();
  private volatile Future<?> alarm;
  private volatile Duration taken = Duration.ZERO;

  /** Whether it has not ended. */
  boolean isOn() {
    return !over.get();
  }

  /** How long it was. */
  Duration taken() {
    return taken;
  }

  /** What was waited for is there; false if the time was over before. */
  boolean end() {
    boolean isFirst = over.compareAndSet(false, true);
    if (isFirst) {
      taken = Duration.ofNanos(System.nanoTime() - begun);
    }
    Future<?> set = alarm;
    if (set != null) {
      set.cancel(false);
    }
    return isFirst;
  }

  /** Let it end after {@code limit}, with {@code late}; nothing comes of it if it has ended. */
  void limit(Timers timers, Duration limit, Runnable late) {
    if (isOn()) {
      Runnable ended =
          () -> {
            if (over.compareAndSet(false, true)) {
              late.run();
            }
          };
      Future<?> set = timers.after(limit, ended);
      alarm = set;
      if (!isOn()) {
        set.cancel(false);
      }
    }
  }
}
