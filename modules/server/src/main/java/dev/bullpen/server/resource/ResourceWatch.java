package dev.bullpen.server.resource;

import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.project.setting.OperatorSettings.NumberSetting;
import dev.bullpen.server.call.CallThreads.CallThread;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.thread.DaemonThreads;
import dev.bullpen.server.thread.Timers.TimedThread;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Finds out whether the resources that clients have subscribed to have changed. Files are checked,
 * not read, whenever something in the project has changed. All other resources are read again at
 * intervals. At the same intervals files are checked, which may be outside of the project.
 *
 * <p>What is known of a resource is a short text that differs when its content may.
 */
public final class ResourceWatch implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.resources");

  /** A first reading that takes longer is not waited for. */
  private static final Duration FIRST = Duration.ofSeconds(5);

  private static final String MISSING = "missing";
  private static final String UNKNOWN = "";

  private static final class Watched {
    int subscriptions;
    final CompletableFuture<Void> first = new CompletableFuture<>();
    String known = UNKNOWN;

    Optional<CallThread> reading = Optional.empty();
  }

  private final Catalogs catalogs;
  private final ResourceFetch fetch;
  private final Duration every;
  private final Consumer<String> changed;

  /**
   * Those that were polled last come last, so that each has its turn although not all of them have
   * room in one round.
   */
  private final Map<String, Watched> watched = new LinkedHashMap<>();

  private final TimedThread watching = DaemonThreads.oneTimed("resource watch");
  private boolean polling;

  /**
   * @param environment the operator's {@code MCPBASH_RESOURCES_POLL_INTERVAL_SECS}; 0 for never
   * @param changed gets the URI, on the thread that checks or on one that reads for it
   */
  public ResourceWatch(
      Catalogs catalogs,
      ResourceFetch fetch,
      Map<String, String> environment,
      Consumer<String> changed) {
    this.catalogs = catalogs;
    this.fetch = fetch;
    this.changed = changed;
    this.every = NumberSetting.RESOURCES_POLL_INTERVAL_SECS.seconds(environment);
  }

  /**
   * One more subscription to each of these. They need not exist.
   *
   * @param then runs when the present state of all of them is known, so that every later change is
   *     noticed
   * @throws NoThreadException if the system has no thread left; then nothing is subscribed to
   */
  public void add(Collection<String> uris, Runnable then) {
    if (uris.isEmpty()) {
      then.run();
      return;
    }
    CompletableFuture<Void> known = count(uris);
    soon(
        () -> {
          uris.forEach(uri -> safely(() -> check(uri, true)));
          if (!known.isDone()) {
            watching.schedule(() -> known.complete(null), FIRST.toMillis(), TimeUnit.MILLISECONDS);
          }
          known.thenRun(() -> safely(then));
        });
  }

  /**
   * The same for one that has just been read, with the same exception. {@link #learn(String,
   * String)} follows.
   */
  public void add(String uri) {
    count(List.of(uri));
  }

  /**
   * The state of a resource when it was read. Has no effect if a check has come first. Checks
   * files.
   *
   * @param digest of what was read, with which later readings are compared, unless it is a file
   */
  public void learn(String uri, String digest) {
    one(uri).ifPresent(one -> learn(uri, one, stamp(uri).orElse(digest), false));
  }

  /** Count one more subscription for each; done when something is known of all of them. */
  private CompletableFuture<Void> count(Collection<String> uris) {
    watching.begin(); // first, as it may fail
    List<CompletableFuture<Void>> first = new ArrayList<>();
    synchronized (watched) {
      for (String uri : uris) {
        Watched one = watched.computeIfAbsent(uri, fresh -> new Watched());
        one.subscriptions++;
        first.add(one.first);
      }
      if (!polling && !every.isZero()) {
        polling = true;
        watching.scheduleWithFixedDelay(
            () -> checkAll(true), every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
      }
    }
    return CompletableFuture.allOf(first.toArray(CompletableFuture[]::new));
  }

  private Optional<String> stamp(String uri) {
    return catalogs.project().resourceReads().stamp(uri);
  }

  /** One subscription less. After the last one, the resource is not read any more. */
  public void remove(String uri) {
    Optional<CallThread> reading = Optional.empty();
    synchronized (watched) {
      Watched one = watched.get(uri);
      if (one != null && --one.subscriptions == 0) {
        watched.remove(uri);
        reading = one.reading;
      }
    }
    reading.ifPresent(CallThread::cancel);
  }

  /** Something in the project has changed. */
  public void check() {
    if (!all().isEmpty()) {
      soon(() -> checkAll(false));
    }
  }

  private void checkAll(boolean thorough) {
    all().forEach(uri -> safely(() -> check(uri, thorough)));
  }

  private List<String> all() {
    synchronized (watched) {
      return List.copyOf(watched.keySet());
    }
  }

  private void soon(Runnable task) {
    watching.execute(() -> safely(task));
  }

  /** A check that fails must not end all others. */
  private static void safely(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a defect in checking subscribed resources", e);
    }
  }

  /**
   * @param thorough whether to read it if a check alone cannot decide
   */
  private void check(String uri, boolean thorough) {
    Optional<Watched> found = one(uri);
    if (found.isEmpty()) {
      return;
    }
    Watched one = found.get();
    Optional<String> stamp = stamp(uri);
    if (stamp.isPresent()) {
      learn(uri, one, stamp.get(), true);
      return;
    }
    try {
      ResourceRead read =
          catalogs.project().resourceReads().plan(Optional.of(uri), Optional.empty());
      if (read instanceof ResourceRead.Local) {
        learn(uri, one, MISSING, true);
      } else if (thorough) {
        read(uri, one, read);
      }
    } catch (ResourceException e) {
      boolean isMissing = e.kind() == ResourceException.Kind.NOT_FOUND;
      learn(uri, one, isMissing ? MISSING : e.getMessage(), true);
    }
  }

  private Optional<Watched> one(String uri) {
    synchronized (watched) {
      return Optional.ofNullable(watched.get(uri));
    }
  }

  /** Read it, unless it is being read already, or no client is subscribed to it any more. */
  private void read(String uri, Watched one, ResourceRead how) {
    CallThread thread = fetch.poll(how, now -> polled(uri, one, now));
    synchronized (watched) {
      if (watched.get(uri) != one || one.reading.isPresent()) {
        return;
      }
      one.reading = Optional.of(thread);
    }
    try {
      if (thread.start()) {
        putLast(uri, one);
      } else {
        notReading(one); // too many wait: a later round reads it
      }
    } catch (NoThreadException e) {
      LOG.log(Level.DEBUG, "{0} is not read: {1}", uri, e.getCause());
      polled(uri, one, "not read", false); // like a host that fails; the next poll may read it
    } catch (RuntimeException | Error e) {
      notReading(one);
      throw e;
    }
  }

  private void putLast(String uri, Watched one) {
    synchronized (watched) {
      if (watched.remove(uri, one)) {
        watched.put(uri, one);
      }
    }
  }

  private void notReading(Watched one) {
    synchronized (watched) {
      one.reading = Optional.empty();
    }
  }

  /** It has been read. A temporary failure of its host or script means no change. */
  private void polled(String uri, Watched one, ResourceFetch.Fetched now) {
    boolean fails =
        now instanceof ResourceFetch.Fetched.Failure failure
            && failure.why().kind() == ResourceException.Kind.FAILED;
    polled(uri, one, digest(now), !fails);
  }

  private void polled(String uri, Watched one, String now, boolean counts) {
    notReading(one);
    learn(uri, one, now, counts);
  }

  /**
   * @param counts whether it is a real state, and not a word in place of an unknown one
   */
  private void learn(String uri, Watched one, String now, boolean counts) {
    boolean news;
    synchronized (watched) {
      if (watched.get(uri) != one) {
        return;
      }
      boolean first = one.known.equals(UNKNOWN);
      news = !first && counts && !one.known.equals(now);
      one.known = first || counts ? now : one.known;
    }
    if (news) {
      changed.accept(uri);
    }
    one.first.complete(null);
  }

  /** What is known of a resource that has been read. No content is kept. */
  public static String digest(ResourceFetch.Fetched fetched) {
    if (fetched instanceof ResourceFetch.Fetched.Failure failure) {
      return failure.why().kind() + failure.why().getMessage();
    }
    Fingerprint all = new Fingerprint();
    for (JsonNode item : ((ResourceFetch.Fetched.Contents) fetched).contents()) {
      for (Map.Entry<String, JsonNode> member : item.properties()) {
        JsonNode value = member.getValue();
        all.add(member.getKey());
        if (value.isString()) { // as JSON it may be six times as long
          all.add(value.stringValue());
        } else {
          all.add(value);
        }
      }
    }
    return all.text();
  }

  @Override
  public void close() {
    watching.shutdownNow();
  }
}
