package dev.bullpen.server.call;

import java.time.Duration;
import java.util.Optional;

/** A job that no pool has: what a test does not override does nothing. */
public class StubJob implements JobIntake.Job {
  @Override
  public void submit() {}

  @Override
  public void cancel() {}

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
  public void put(String name, byte[] bytes) {}
}
