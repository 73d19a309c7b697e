package dev.bullpen.project.watch;

import java.util.concurrent.TimeUnit;

/** Reports nothing, so that only requested readings happen. */
final class Silence implements FolderWatch.Events {
  @Override
  public boolean await(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(nanos);
    return false;
  }

  @Override
  public void renew() {
    // nothing to take in
  }

  @Override
  public boolean isComplete() {
    return true;
  }

  @Override
  public void close() {
    // nothing held
  }
}
