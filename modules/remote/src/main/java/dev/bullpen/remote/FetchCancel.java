package dev.bullpen.remote;

/** One fetch's way out for another thread. */
public final class FetchCancel {
  private static final Runnable NOTHING = () -> {};

  private final Object stateLock = new Object();
  private boolean cancelled;
  private Runnable action = NOTHING;

  /** Not cancelled yet. */
  public FetchCancel() {}

  /** Release whoever waits for the fetch, at once or when it begins. Does not block. */
  public void cancel() {
    Runnable release;
    synchronized (stateLock) {
      cancelled = true;
      release = action;
      action = NOTHING;
    }
    release.run();
  }

  /** Whether {@link #cancel} was called. */
  public boolean isCancelled() {
    synchronized (stateLock) {
      return cancelled;
    }
  }

  /** What a cancel does from now on; it is done now if the cancel came first. */
  void onCancel(Runnable release) {
    synchronized (stateLock) {
      if (!cancelled) {
        action = release;
        return;
      }
    }
    release.run();
  }

  void forget() {
    synchronized (stateLock) {
      action = NOTHING;
    }
  }
}
