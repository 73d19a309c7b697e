package dev.bullpen.pool.helper;

import dev.bullpen.pool.run.Job;
import java.time.Duration;
import java.util.Optional;

/**
 * What the roster knows of a helper: how far it is, and what it has. Guarded by the roster's lock.
 */
public final class Place {
  /**
   * A helper that has lived so long has come to stay. Longer than the longest wait between two
   * starts, so that dying just after it makes no more starts than failing to come up does.
   */
  static final Duration PROVEN_AFTER = Duration.ofSeconds(30);

  private final long bornAt = System.nanoTime();
  private HelperState state = HelperState.STARTING;
  private long since = bornAt;
  private Optional<Job> job = Optional.empty();
  private boolean isKillSent;
  private boolean cameUp;
  private int jobsDone;

  public HelperState state() {
    return state;
  }

  public boolean is(HelperState one) {
    return state == one;
  }

  /** What it runs, or cleans up after, or had when it died. */
  public Optional<Job> job() {
    return job;
  }

  /** Whether its job is paused because a client is asked for it. */
  public boolean isAway() {
    return state == HelperState.BUSY && job.isPresent() && job.get().clock().isPaused();
  }

  public boolean has(Job one) {
    return job.isPresent() && job.get() == one;
  }

  /** The one way to another state, but for the two that follow. */
  public void enter(HelperState next) {
    state = state.to(next);
    since = System.nanoTime();
  }

  /** It is given a job. */
  public void begin(Job given) {
    enter(HelperState.BUSY);
    job = Optional.of(given);
    isKillSent = false;
  }

  /** It is sent a kill for its job. */
  public void end() {
    enter(HelperState.CLEANING);
    isKillSent = true;
  }

  /** It has come up, or has done with its job. */
  public void rest() {
    enter(HelperState.IDLE);
    cameUp = true;
    jobsDone += job.isPresent() ? 1 : 0;
    job = Optional.empty();
  }

  public boolean hasComeUp() {
    return cameUp;
  }

  /** Jobs it was ready for another one after. */
  public int jobsDone() {
    return jobsDone;
  }

  /** Since it was spawned, by {@link System#nanoTime}. */
  public long bornAt() {
    return bornAt;
  }

  public Duration livedFor() {
    return Duration.ofNanos(System.nanoTime() - bornAt);
  }

  /** Whether it has shown that helpers are of use: by a job done, or by having stayed. */
  public boolean isProven() {
    return jobsDone > 0 || livedFor().compareTo(PROVEN_AFTER) >= 0;
  }

  public Duration inStateFor() {
    return Duration.ofNanos(System.nanoTime() - since);
  }

  /**
   * Whether it has been started and has not come up. One that is dying unused counts until its
   * failure is on record: before that, another would be started without any back-off.
   */
  public boolean isComingUp() {
    boolean diesUnused = state == HelperState.RETIRING && job.isEmpty() && !isProven();
    return state != HelperState.DEAD && (!cameUp || diesUnused);
  }

  /** Of its job's script, between TERM and KILL; none if it has ended by itself. */
  Duration grace(Patience patience) {
    return job.filter(one -> isKillSent)
        .map(Job::request)
        .map(patience::grace)
        .orElse(Duration.ZERO);
  }

  /** Whether it has been cleaning up for too long, after its script's grace. */
  public boolean hangs(Patience patience) {
    return state == HelperState.CLEANING
        && inStateFor().minus(grace(patience)).compareTo(patience.tidy()) >= 0;
  }
}
