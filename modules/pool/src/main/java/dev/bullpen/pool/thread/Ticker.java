package dev.bullpen.pool.thread;

/** A clock that only moves forward, as {@link System#nanoTime}. Tests have their own. */
public interface Ticker {
  Ticker SYSTEM = System::nanoTime;

  long nanoTime();
}
