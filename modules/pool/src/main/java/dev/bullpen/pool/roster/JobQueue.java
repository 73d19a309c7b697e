package dev.bullpen.pool.roster;

import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.run.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Jobs that wait for a helper, in two lanes. The interactive lane goes first, but when long jobs
 * wait and may run, each {@value #TURN}th place is theirs, so that a stream of small things cannot
 * starve them. Guarded by the roster's lock.
 */
final class JobQueue {
  /** More than any client has open, and little memory. */
  static final int CAPACITY = 10_000;

  private static final int TURN = 8;

  private final Map<Lane, Set<Job>> lanes = new EnumMap<>(Lane.class);
  private int interactiveInARow;

  JobQueue() {
    for (Lane lane : Lane.values()) {
      lanes.put(lane, new LinkedHashSet<>());
    }
  }

  int size() {
    return size(Lane.INTERACTIVE) + size(Lane.LONG);
  }

  int size(Lane lane) {
    return of(lane).size();
  }

  private Set<Job> of(Lane lane) {
    return Objects.requireNonNull(lanes.get(lane));
  }

  boolean isEmpty() {
    return size() == 0;
  }

  /** The first so many of each lane, which stay where they are. */
  List<Job> first(int most) {
    return lanes.values().stream().flatMap(lane -> lane.stream().limit(most)).toList();
  }

  /** How long the first of those that wait has waited. */
  Optional<Duration> waited() {
    return isEmpty()
        ? Optional.empty() // most of the time
        : first(1).stream().map(Job::waited).max(Duration::compareTo);
  }

  /** False if it is full. */
  boolean add(Job job) {
    return size() < CAPACITY && of(job.request().lane()).add(job);
  }

  boolean remove(Job job) {
    return of(job.request().lane()).remove(job);
  }

  /** Take the next job; from the long lane only if it may run now. */
  Optional<Job> next(boolean longMayRun) {
    boolean longWaits = longMayRun && size(Lane.LONG) > 0;
    if (longWaits && (interactiveInARow >= TURN - 1 || size(Lane.INTERACTIVE) == 0)) {
      interactiveInARow = 0;
      return take(Lane.LONG);
    }
    Optional<Job> job = take(Lane.INTERACTIVE);
    interactiveInARow += job.isPresent() ? 1 : 0;
    return job;
  }

  private Optional<Job> take(Lane lane) {
    Iterator<Job> jobs = of(lane).iterator();
    if (!jobs.hasNext()) {
      return Optional.empty();
    }
    Job job = jobs.next();
    jobs.remove();
    return Optional.of(job);
  }

  List<Job> removeAll() {
    List<Job> all = new ArrayList<>();
    for (Set<Job> lane : lanes.values()) {
      all.addAll(lane);
      lane.clear();
    }
    return all;
  }
}
