package dev.bullpen.pool.roster;

import dev.bullpen.pool.job.Backpressure;
import dev.bullpen.pool.job.JobOwner;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.job.Shares;
import dev.bullpen.pool.run.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.Optional;

/**
 * Jobs that wait for a helper, in two lanes. The interactive lane goes first. But when long jobs
 * wait and may run, they get each {@value #TURN}th turn, so that a stream of short jobs cannot
 * starve them.
 *
 * <p>Within a lane, the principals with waiting jobs take turns: a principal with a thousand jobs
 * delays another's first job by no more than the jobs already running. The jobs of one principal
 * run in order of arrival. Jobs of a full client are passed over, and keep their order.
 *
 * <p>Guarded by the roster's lock.
 */
final class JobQueue {
  /** More than any client has open, with little memory. {@link Shares} divides it. */
  static final int CAPACITY = 10_000;

  private static final int TURN = 8;

  /** This many jobs of each lane are described, the others only counted. */
  static final int MOST_DESCRIBED = 20;

  private final Map<Lane, Waiting> lanes = new EnumMap<>(Lane.class);
  private final Shares shares = new Shares(CAPACITY);
  private long arrivals;
  private int interactiveInARow;

  JobQueue() {
    for (Lane lane : Lane.values()) {
      lanes.put(lane, new Waiting());
    }
  }

  int size() {
    return shares.all();
  }

  boolean isEmpty() {
    return size() == 0;
  }

  private Waiting of(Lane lane) {
    return Objects.requireNonNull(lanes.get(lane));
  }

  /** For people: the number of waiting jobs. */
  String count() {
    return "waiting: %d interactive, %d long"
        .formatted(of(Lane.INTERACTIVE).all().size(), of(Lane.LONG).all().size());
  }

  /** For people: a line for each of the oldest jobs. */
  List<String> describe() {
    List<String> lines = new ArrayList<>();
    for (Lane lane : Lane.values()) {
      String word = lane.name().toLowerCase(Locale.ROOT);
      of(lane).all().stream()
          .limit(MOST_DESCRIBED)
          .forEach(job -> lines.add("  %s, waits in the %s lane".formatted(job.describe(), word)));
    }
    if (size() > lines.size()) {
      lines.add("  and %d more that wait".formatted(size() - lines.size()));
    }
    return lines;
  }

  /** How long the oldest job that is not held back has waited; empty if there is none. */
  Optional<Duration> waited() {
    return isEmpty()
        ? Optional.empty() // most of the time
        : lanes.values().stream()
            .flatMap(lane -> lane.firsts().stream())
            .map(Job::waited)
            .max(Duration::compareTo);
  }

  /** False if the queue is full, or the job's principal has used up its share. */
  boolean add(Job job) {
    if (!shares.hasRoom(principal(job))) {
      return false;
    }
    shares.add(principal(job));
    of(job.request().lane()).add(job, arrivals++);
    return true;
  }

  boolean remove(Job job) {
    boolean waited = of(job.request().lane()).remove(job);
    if (waited) {
      shares.remove(principal(job));
    }
    return waited;
  }

  private static String principal(Job job) {
    return job.request().owner().principal();
  }

  /** Take the next job, from the long lane only if a long job may run now. */
  Optional<Job> next(boolean longMayRun) {
    Optional<Job> job = Optional.empty();
    if (longMayRun && interactiveInARow >= TURN - 1) {
      job = take(Lane.LONG);
    }
    if (job.isEmpty()) {
      job = take(Lane.INTERACTIVE);
    }
    return job.isEmpty() && longMayRun ? take(Lane.LONG) : job;
  }

  private Optional<Job> take(Lane lane) {
    Optional<Job> job = of(lane).take();
    if (job.isPresent()) {
      shares.remove(principal(job.get()));
      interactiveInARow = lane == Lane.INTERACTIVE ? interactiveInARow + 1 : 0;
    }
    return job;
  }

  List<Job> removeAll() {
    List<Job> all = new ArrayList<>();
    for (Lane lane : Lane.values()) {
      all.addAll(of(lane).all());
    }
    all.forEach(this::remove);
    return all;
  }

  /** A lane. Only the outermost map may be empty. */
  private static final class Waiting {
    /** Principal → client → job → position in order of arrival. The first principal is next. */
    private final Map<String, Map<Backpressure, Map<Job, Long>>> principals = new LinkedHashMap<>();

    private String servedLast = "";

    void add(Job job, long arrival) {
      JobOwner owner = job.request().owner();
      principals
          .computeIfAbsent(owner.principal(), principal -> new LinkedHashMap<>())
          .computeIfAbsent(owner.backpressure(), client -> new LinkedHashMap<>())
          .put(job, arrival);
    }

    boolean remove(Job job) {
      JobOwner owner = job.request().owner();
      Map<Backpressure, Map<Job, Long>> clients =
          principals.getOrDefault(owner.principal(), Map.of());
      Map<Job, Long> jobs = clients.getOrDefault(owner.backpressure(), Map.of());
      if (!jobs.containsKey(job)) {
        return false;
      }
      jobs.remove(job);
      if (jobs.isEmpty()) {
        clients.remove(owner.backpressure());
      }
      if (clients.isEmpty()) {
        principals.remove(owner.principal());
      }
      return true;
    }

    Optional<Job> take() {
      // Moved to the end only now, so that a principal whose first job came meanwhile goes before
      // it.
      Map<Backpressure, Map<Job, Long>> clients = principals.remove(servedLast);
      if (clients != null) {
        principals.put(servedLast, clients);
      }
      Optional<Job> job = firsts().stream().findFirst();
      job.ifPresent(
          first -> {
            servedLast = first.request().owner().principal();
            remove(first);
          });
      return job;
    }

    /** For each principal the first job that is not held back, starting with the next principal. */
    List<Job> firsts() {
      List<Job> firsts = new ArrayList<>();
      for (Map<Backpressure, Map<Job, Long>> clients : principals.values()) {
        clients.entrySet().stream()
            .filter(client -> !client.getKey().isFull())
            .map(client -> client.getValue().entrySet().iterator().next())
            .min(Entry.comparingByValue())
            .ifPresent(first -> firsts.add(first.getKey()));
      }
      return firsts;
    }

    List<Job> all() {
      return principals.values().stream()
          .flatMap(clients -> clients.values().stream())
          .flatMap(jobs -> jobs.entrySet().stream())
          .sorted(Entry.comparingByValue())
          .map(Entry::getKey)
          .toList();
    }
  }
}
