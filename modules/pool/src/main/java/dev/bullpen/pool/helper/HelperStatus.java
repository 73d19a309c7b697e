package dev.bullpen.pool.helper;

import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.view.Seconds;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A helper's state and job, as the roster knows them. Guarded by the roster's lock. */
public final class HelperStatus {
  /** The life of a helper. */
  public enum State {
    /** Spawned; has not said hello. */
    STARTING,
    /** Waits for a job. */
    IDLE,
    /** Runs one. */
    BUSY,
    /** Its job has its answer, or was cancelled; the helper has not reported clean yet. */
    CLEANING,
    /** Dismissed, killed or found dying; takes no job any more. */
    RETIRING,
    /** Seen gone. */
    DEAD;

    private Set<State> next() {
      return switch (this) {
        case STARTING -> EnumSet.of(IDLE, RETIRING);
        case IDLE -> EnumSet.of(BUSY, RETIRING);
        case BUSY -> EnumSet.of(CLEANING, IDLE, RETIRING);
        case CLEANING -> EnumSet.of(IDLE, RETIRING);
        case RETIRING -> EnumSet.of(DEAD);
        case DEAD -> EnumSet.noneOf(State.class);
      };
    }
  }

  /**
   * A helper that has lived so long has come to stay. Longer than the longest wait between two
   * starts, so that dying just after it makes no more starts than failing to come up does.
   */
  static final Duration PROVEN_AFTER = Duration.ofSeconds(30);

  private final long bornAt = System.nanoTime();
  private State state = State.STARTING;
  private long since = bornAt;
  private Optional<Job> job = Optional.empty();
  private boolean isKillSent;
  private boolean cameUp;
  private int jobsDone;

  public boolean is(State one) {
    return state == one;
  }

  /** Its state, for people. */
  public String word() {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /** Whether it has come up, and takes jobs. */
  public boolean isUseful() {
    return state == State.IDLE || state == State.BUSY || state == State.CLEANING;
  }

  public boolean isRetired() {
    return state == State.RETIRING || state == State.DEAD;
  }

  /** What it runs, or cleans up after, or had when it died. */
  public Optional<Job> job() {
    return job;
  }

  public boolean has(Job one) {
    return job.isPresent() && job.get() == one;
  }

  public boolean hasJobOf(Lane lane) {
    return job.isPresent() && job.get().request().lane() == lane;
  }

  /** Whether its job is paused because a client is asked for it. */
  public boolean isAway() {
    return state == State.BUSY && job.isPresent() && job.get().clock().isPaused();
  }

  /** The one way to another state. */
  public void enter(State next) {
    if (!state.next().contains(next)) {
      throw new IllegalStateException("a helper does not go from %s to %s".formatted(state, next));
    }
    state = next;
    since = System.nanoTime();
  }

  /** It is given a job. */
  public void begin(Job given) {
    enter(State.BUSY);
    job = Optional.of(given);
    isKillSent = false;
  }

  /** It is sent a kill for its job. */
  public void killSent() {
    enter(State.CLEANING);
    isKillSent = true;
  }

  /** It has come up, or has done with its job. */
  public void rest() {
    enter(State.IDLE);
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

  /** When it was spawned, by {@link System#nanoTime}. */
  public long bornAt() {
    return bornAt;
  }

  Duration livedFor() {
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
    boolean diesUnused = state == State.RETIRING && job.isEmpty() && !isProven();
    return state != State.DEAD && (!cameUp || diesUnused);
  }

  /** Of its job's script, between TERM and KILL; none if it has ended by itself. */
  Duration grace(KillTimes times) {
    return isKillSent && job.isPresent() ? times.grace(job.get().request()) : Duration.ZERO;
  }

  /** Whether it has been cleaning up for too long, after its script's grace. */
  public boolean hangs(KillTimes times) {
    return state == State.CLEANING && inStateFor().minus(grace(times)).compareTo(times.tidy()) >= 0;
  }

  /** For people. */
  public String describe() {
    return "%s for %s%s; lived %s, %d job(s) done"
        .formatted(
            state.name().toLowerCase(Locale.ROOT),
            Seconds.of(inStateFor()),
            job.map(one -> " with " + one).orElse(""),
            Seconds.of(livedFor()),
            jobsDone);
  }
}
