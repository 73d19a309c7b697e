package dev.bullpen.server.call;

import dev.bullpen.pool.job.JobHandle;
import java.time.Duration;
import java.util.Optional;

/** A job that no pool has: what a test does not override does nothing. */
public class StubJob implements JobHandle {
  @Override
  public void submit() {}

  @Override
  public boolean cancel() {
    return false;
  }

  @Override
  public boolean isWithHelper() {
    return false;
  }

  @Override
  public boolean withdraw() {
    return false;
  }

  @Override
  public Optional<Duration> extend(Duration again, Duration max) {
    return Optional.empty();
  }

  @Override
  public void pause() {}

  @Override
  public void resume() {}

  @Override
  public boolean put(String name, byte[] bytes) {
    return true;
  }
}
