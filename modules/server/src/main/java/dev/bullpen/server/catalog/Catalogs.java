package dev.bullpen.server.catalog;

import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.project.Project;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.watch.ProjectWatch;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.thread.DaemonThreads;
import dev.bullpen.wire.Safeguard;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The project's catalog. Its files are read on a thread of their own, so that a large project, or a
 * slow disk, delays no request. A request gets the last reading. That is renewed when a change of
 * the project's folders is seen. If they cannot be watched, or if a hook has registered the items,
 * it is renewed when it is old, after the next request. But no request fails because of a
 * registration that was broken so long ago. If a defect ends a reading, requests that wait for it
 * are answered with an error, and the next request has the project read again.
 */
public final class Catalogs implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.project");

  private static final JsonRpcError UNREAD =
      JsonRpcError.internalError("The project could not be read; the server's log says why");

  /** Of each principal, before the first reading; as many as may wait for a place later. */
  static final int MOST_EARLY = CallThreads.MOST_WAITING;

  private static final Runnable NOTHING = () -> {};

  private final Project project;
  private final AtomicReference<Optional<ProjectWatch>> watch =
      new AtomicReference<>(Optional.empty());
  private final ExecutorService reader;

  /** The renewal that waits for the reader; null if none does. */
  private final AtomicReference<CompletableFuture<Boolean>> queued = new AtomicReference<>();

  private Consumer<Set<CatalogKind>> changed = kinds -> {};
  private Runnable touched = NOTHING;
  private volatile boolean loaded;

  /** How many calls of each principal wait for the first reading. */
  private final Map<Principal, Integer> early = new ConcurrentHashMap<>();

  public Catalogs(Project project) {
    this(project, DaemonThreads.one("project reader"));
  }

  Catalogs(Project project, ExecutorService reader) {
    this.project = project;
    this.reader = reader;
  }

  public Project project() {
    return project;
  }

  /**
   * Set the listeners. Called before anything is read.
   *
   * @param changed gets the lists that have changed, on a thread of the watch
   * @param touched runs when any file has changed
   */
  public void onChange(Consumer<Set<CatalogKind>> changed, Runnable touched) {
    this.changed = changed;
    this.touched =
        Safeguard.COMPARISON.on()
            ? touched
            : () -> changed.accept(EnumSet.allOf(CatalogKind.class));
  }

  /** On the reader's thread. From the first reading on, changes are seen. */
  private void begin() {
    if (!loaded) {
      project.catalog();
      watch.set(Optional.of(ProjectWatch.start(project, listener())));
      loaded = true;
      if (reader.isShutdown()) {
        unwatch();
      }
      read(this::cache);
    }
  }

  private ProjectWatch.Listener listener() {
    return new ProjectWatch.Listener() {
      @Override
      public void changed(Set<CatalogKind> kinds) {
        changed.accept(kinds);
      }

      @Override
      public void touched() {
        touched.run();
      }
    };
  }

  private boolean tryToBegin() {
    attempt(this::begin);
    return loaded;
  }

  /** A defect in a reading is logged, and ends only that reading. */
  private static void attempt(Runnable reading) {
    try {
      reading.run();
    } catch (NoThreadException e) {
      LOG.log(Level.WARNING, "the project is read again when asked for: " + e.complaint());
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a defect in reading the project; it is read again when asked for", e);
    }
  }

  /** Leave the reading in the project's {@code .registry}, for tools that read it. */
  private void cache() {
    project.registryCache().write(project::catalog);
  }

  private void unwatch() {
    watch.getAndSet(Optional.empty()).ifPresent(ProjectWatch::close);
  }

  /**
   * The catalog, for requests that need the project's registration. If it is broken, the log said
   * why when it was read, and does not repeat it for every request.
   *
   * @param unable what cannot be done without, for the client, like "Unable to list tools"
   * @throws JsonRpcException if the registration is broken
   */
  public Catalog inForce(String unable) throws JsonRpcException {
    Catalog catalog = project.catalog();
    if (catalog.broken().isPresent()) {
      LOG.log(Level.DEBUG, catalog.broken().get().getMessage());
      throw new JsonRpcException(
          JsonRpcError.internalError(
              unable
                  + ": the project's registration is broken; the server's error output says how to mend it"));
    }
    return catalog;
  }

  /** Whether there is a reading. */
  public boolean isRead() {
    return loaded;
  }

  /**
   * @throws JsonRpcException if there is none
   */
  public Catalog lastReading() throws JsonRpcException {
    if (!loaded) {
      throw new JsonRpcException(UNREAD);
    }
    return project.catalog();
  }

  /** Why no request that needs the project can be served; empty if they can. */
  public Optional<String> obstacle() {
    if (!loaded) {
      return Optional.of("the project has not been read");
    }
    return project
        .catalog()
        .broken()
        .map(why -> "the project's registration is broken; the log says how to mend it");
  }

  /**
   * A script reports that it has changed the project: check now instead of waiting for an event.
   */
  public void checkNow() {
    touched.run();
    watch.get().ifPresent(ProjectWatch::readNow);
  }

  /**
   * Serve a call with the catalog, now or after the first reading. If that fails, the call is
   * answered with an error.
   *
   * @throws JsonRpcException if too many calls of its principal wait already
   */
  public void whenLoaded(Call call, Call.Work work) throws JsonRpcException {
    Principal principal = call.principal();
    if (early.getOrDefault(principal, 0) >= MOST_EARLY) {
      throw CallThreads.busy();
    }
    CompletableFuture<Boolean> current = current();
    if (!current.isDone()) {
      early.merge(principal, 1, Integer::sum);
      current.whenComplete(
          (read, defect) ->
              early.computeIfPresent(principal, (same, now) -> now == 1 ? null : now - 1));
    }
    call.serveAfter(
        current,
        () -> {
          if (!current.join()) {
            throw new JsonRpcException(UNREAD);
          }
          work.run();
        });
  }

  /**
   * Run something that needs the catalog, in the same way. It is dropped if reading has failed or
   * the system has no thread left.
   */
  public void whenLoaded(Runnable task) {
    try {
      current().thenAccept(isLoaded -> attempt(isLoaded ? task : NOTHING));
    } catch (NoThreadException e) {
      LOG.log(Level.WARNING, "the project is read when it is asked for: " + e.getCause());
    }
  }

  /** Done when there is a reading (true), or none could be made (false). */
  public CompletableFuture<Boolean> reading() {
    try {
      return current();
    } catch (NoThreadException e) {
      return CompletableFuture.completedFuture(false);
    }
  }

  /** Done when there is a catalog to work with; false if reading has failed. */
  private CompletableFuture<Boolean> current() {
    if (!loaded) {
      CompletableFuture<Boolean> first = new CompletableFuture<>();
      read(() -> first.complete(tryToBegin()));
      return first;
    }
    if (project.isStale(System.nanoTime())) {
      CompletableFuture<Boolean> renewal = renewal();
      if (project.catalog().broken().isPresent()) {
        return renewal.copy(); // a cancelled call cancels its own
      }
    }
    return CompletableFuture.completedFuture(true);
  }

  /**
   * Have the catalog renewed. All requests that come before that begins share one renewal, because
   * each may read all of the project, if reading takes longer than the result is current.
   */
  private CompletableFuture<Boolean> renewal() {
    CompletableFuture<Boolean> own = new CompletableFuture<>();
    CompletableFuture<Boolean> waiting = queued.compareAndExchange(null, own);
    if (waiting != null) {
      return waiting;
    }
    try {
      read(
          () -> {
            queued.set(null);
            attempt(this::renew);
            own.complete(true);
          });
    } catch (RuntimeException | Error e) {
      queued.set(null);
      throw e;
    }
    return own;
  }

  /** The watch reports what has changed, so it is made to check. */
  private void renew() {
    Catalog before = project.catalog();
    Catalog now = project.refreshIfStale(System.nanoTime());
    if (now != before) {
      cache();
    }
    if (!othersThan(before, now).isEmpty()) {
      watch.get().ifPresent(ProjectWatch::readNow);
    }
  }

  /** The lists whose fingerprints differ from those that were shown. */
  public Set<CatalogKind> othersThan(Map<CatalogKind, String> shown) {
    if (shown.isEmpty()) {
      return Set.of(); // there may be no catalog yet
    }
    Catalog now = project.catalog();
    Set<CatalogKind> others = EnumSet.noneOf(CatalogKind.class);
    shown.forEach(
        (kind, fingerprint) -> {
          if (!fingerprint.equals(now.fingerprint(kind))) {
            others.add(kind);
          }
        });
    return others;
  }

  private static Set<CatalogKind> othersThan(Catalog before, Catalog now) {
    Set<CatalogKind> others = EnumSet.allOf(CatalogKind.class);
    others.removeIf(kind -> before.fingerprint(kind).equals(now.fingerprint(kind)));
    return others;
  }

  private void read(Runnable reading) {
    reader.execute(() -> attempt(reading));
  }

  @Override
  public void close() {
    reader.shutdownNow();
    unwatch();
    project.registryCache().close();
  }
}
