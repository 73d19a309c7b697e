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
    /** Spawned, but has not sent its hello. */
    STARTING,
    /** Waits for a job. */
    IDLE,
    /** Runs a job. */
    BUSY,
    /** Its job was answered or cancelled, but the helper has not reported clean yet. */
    CLEANING,
    /** Dismissed, killed or found dying. Takes no more jobs. */
    RETIRING,
    /** Its process has ended. */
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
   * A helper that lives this long counts as stable. It is longer than the longest wait between two
   * starts, so that dying just after it causes no more starts than failing to come up.
   */
  static final Duration PROVEN_AFTER = Duration.ofSeconds(30);

  private final long bornAt = System.nanoTime();
  private State state = State.STARTING;
  private long since = bornAt;
  private Optional<Job> job = Optional.empty();
  private boolean isKillSent;
  private boolean cameUp;
  private boolean isStuck;
  private int jobsDone;

  public boolean is(State one) {
    return state == one;
  }

  /** The word for its state, for people. */
  public String word() {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /** Whether it has come up and takes jobs. */
  public boolean isUseful() {
    return state == State.IDLE || state == State.BUSY || state == State.CLEANING;
  }

  public boolean isRetired() {
    return state == State.RETIRING || state == State.DEAD;
  }

  /** The job it runs, cleans up after, or had when it died. */
  public Optional<Job> job() {
    return job;
  }

  public boolean has(Job one) {
    return job.isPresent() && job.get() == one;
  }

  public boolean hasJobOf(Lane lane) {
    return job.isPresent() && job.get().request().lane() == lane;
  }

  /** Whether its job is paused because a client is asked something. */
  public boolean isAway() {
    return state == State.BUSY && job.isPresent() && job.get().clock().isPaused();
  }

  /** Change the state. This is the only way to. */
  public void enter(State next) {
    if (!state.next().contains(next)) {
      throw new IllegalStateException("a helper cannot go from %s to %s".formatted(state, next));
    }
    state = next;
    since = System.nanoTime();
  }

  /** It gets a job. */
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

  /** It has come up, or has finished its job. */
  public void rest() {
    enter(State.IDLE);
    cameUp = true;
    jobsDone += job.isPresent() ? 1 : 0;
    job = Optional.empty();
  }

  public boolean hasComeUp() {
    return cameUp;
  }

  /** It was killed a while ago and has not ended. It may never end. */
  public void stick() {
    isStuck = true;
  }

  public boolean isStuck() {
    return isStuck;
  }

  /** The number of jobs it has finished. */
  public int jobsDone() {
    return jobsDone;
  }

  /** When it was spawned, as a {@link System#nanoTime}. */
  public long bornAt() {
    return bornAt;
  }

  Duration livedFor() {
    return Duration.ofNanos(System.nanoTime() - bornAt);
  }

  /** Whether it has proved that helpers work, by finishing a job or by staying alive. */
  public boolean isProven() {
    return jobsDone > 0 || livedFor().compareTo(PROVEN_AFTER) >= 0;
  }

  public Duration inStateFor() {
    return Duration.ofNanos(System.nanoTime() - since);
  }

  /**
   * Whether it has been started and has not come up. One that is dying unused counts until its
   * failure is recorded, or else another would be started without back-off. One that is stuck does
   * not count, because it may be so for ever.
   */
  public boolean isComingUp() {
    boolean diesUnused = state == State.RETIRING && job.isEmpty() && !isProven();
    return state != State.DEAD && !isStuck && (!cameUp || diesUnused);
  }

  /**
   * The time between TERM and KILL for its job's script; zero if the script has ended by itself.
   */
  Duration grace(KillTimes times) {
    return isKillSent && job.isPresent() ? times.grace(job.get().request()) : Duration.ZERO;
  }

  /** Whether it has been cleaning up for too long after the script's grace. */
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
