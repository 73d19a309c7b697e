package dev.bullpen.pool.thread;

/** Time that only goes forward, as {@link System#nanoTime}; tests have their own. */
public interface Ticker {
  Ticker SYSTEM = System::nanoTime;

  long nanoTime();
}
