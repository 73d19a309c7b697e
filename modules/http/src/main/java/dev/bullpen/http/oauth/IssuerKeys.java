package dev.bullpen.http.oauth;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The keys of an issuer, at most a few minutes old.
 *
 * <p>They are fetched again when they are {@link #FRESH} old, so that a withdrawn key becomes
 * invalid, and when a token names an unknown key, so that a new one is accepted at once. There is
 * one fetch at a time, on its own thread, and at most one in {@link #BETWEEN}, because clients can
 * name any key. A few calls wait for it. While the issuer cannot be reached, no call waits, and the
 * known keys stay valid for {@link #OUTAGE}.
 *
 * <p>The cache of the JWT library ({@code JWKSourceBuilder}) promises less: it fetches twice in an
 * interval, any number of calls may wait for a fetch, and during an outage a token with a new key
 * is refused as invalid. It also goes by the wall clock, which can be set.
 */
final class IssuerKeys {
  static final Duration FRESH = Duration.ofMinutes(5);
  static final Duration BETWEEN = Duration.ofSeconds(30);
  static final Duration OUTAGE = Duration.ofHours(1);

  /** More would leave no threads for requests that need no new key. */
  static final int MAX_WAITING = 8;

  /** Fetches the keys. */
  interface Source {
    JWKSet fetch() throws IOException;
  }

  private final Object attemptLock = new Object();

  private final Semaphore waiting = new Semaphore(MAX_WAITING);
  private final Source source;
  private final Duration patience;
  private final LongSupplier nanoTime;
  private final Consumer<String> warnings;
  private volatile Optional<Known> known = Optional.empty();
  private Optional<Attempt> last = Optional.empty();

  /** Keys, and when their fetch began. */
  private record Known(JWKSet keys, long asked) {
    boolean isYounger(Duration age, long now) {
      return now - asked < age.toNanos();
    }
  }

  /**
   * One fetch.
   *
   * @param done opened when the fetch has ended
   * @param isRetry whether the fetch before it failed
   */
  private record Attempt(long begun, CountDownLatch done, boolean isRetry) {}

  /**
   * @param patience how long a call may wait for a fetch
   * @param nanoTime the clock of {@link System#nanoTime}
   * @param warnings receives, once for each outage, why keys cannot be fetched
   */
  IssuerKeys(Source source, Duration patience, LongSupplier nanoTime, Consumer<String> warnings) {
    this.source = source;
    this.patience = patience;
    this.nanoTime = nanoTime;
    this.warnings = warnings;
  }

  /** Start a fetch, before the keys are needed. */
  void begin() {
    latest(nanoTime.getAsLong());
  }

  /**
   * The keys that match; none if the issuer has none. May wait for a fetch.
   *
   * @throws KeysUnavailableException if the issuer's keys are unknown now
   */
  List<JWK> matching(JWKMatcher wanted) throws KeysUnavailableException {
    long now = nanoTime.getAsLong();
    List<JWK> found = select(wanted, now);
    boolean isFresh = known.filter(it -> it.isYounger(FRESH, now)).isPresent();
    if (isFresh && !found.isEmpty()) {
      return found;
    }
    Attempt attempt = latest(now);
    boolean isOutage = attempt.isRetry() && !found.isEmpty();
    boolean isOver = attempt.done().getCount() == 0 || !isOutage && await(attempt);
    List<JWK> foundThen = select(wanted, now);
    boolean isAnswered = isOver && known.filter(it -> it.asked() >= attempt.begun()).isPresent();
    if (foundThen.isEmpty() && !isAnswered) {
      throw new KeysUnavailableException(secondsToNext(attempt, now));
    }
    return foundThen;
  }

  private List<JWK> select(JWKMatcher wanted, long now) {
    return known
        .filter(it -> it.isYounger(OUTAGE, now))
        .map(it -> new JWKSelector(wanted).select(it.keys()))
        .orElse(List.of());
  }

  private static long secondsToNext(Attempt attempt, long now) {
    if (attempt.done().getCount() > 0) {
      return 1; // it is under way
    }
    return Math.max(1, BETWEEN.minusNanos(now - attempt.begun()).toSeconds());
  }

  /** Wait for a fetch; false if too many wait already, or it takes too long. */
  private boolean await(Attempt attempt) {
    if (!waiting.tryAcquire()) {
      return false;
    }
    try {
      return attempt.done().await(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      waiting.release();
    }
  }

  /** The running or last fetch, or a new one if the last was long enough ago. */
  private Attempt latest(long now) {
    Attempt attempt;
    synchronized (attemptLock) {
      if (last.isPresent() && !isDue(last.get(), now)) {
        return last.get();
      }
      attempt = new Attempt(now, new CountDownLatch(1), last.filter(this::hasFailed).isPresent());
      last = Optional.of(attempt);
    }
    start(attempt);
    return attempt;
  }

  private static boolean isDue(Attempt last, long now) {
    return last.done().getCount() == 0 && now - last.begun() >= BETWEEN.toNanos();
  }

  private boolean hasFailed(Attempt ended) {
    return known.filter(it -> it.asked() >= ended.begun()).isEmpty();
  }

  private void start(Attempt attempt) {
    try {
      new DaemonThread("oauth keys", () -> fetch(attempt)).start();
    } catch (NoThreadException e) {
      fail(attempt, e.complaint());
      attempt.done().countDown();
    }
  }

  private void fetch(Attempt attempt) {
    try {
      known = Optional.of(new Known(source.fetch(), attempt.begun()));
    } catch (IOException | RuntimeException e) {
      fail(attempt, String.valueOf(e.getMessage()));
    } finally {
      attempt.done().countDown();
    }
  }

  private void fail(Attempt attempt, String why) {
    if (!attempt.isRetry()) {
      warnings.accept(
          "The keys of the OAuth issuer cannot be fetched: %s. Tokens are checked with the last keys for at most %d minutes. The keys are requested again every %d s."
              .formatted(why, OUTAGE.toMinutes(), BETWEEN.toSeconds()));
    }
  }
}
