package dev.bullpen.remote;

import dev.bullpen.remote.FetchException.Kind;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reads what an https URI names. Safe to use from any thread. */
public final class HttpsFetch {
  /**
   * Fetches at a time. Far more than are ever waited for; reached only if a name server leaves
   * question after question unanswered, each with a thread that waits for it.
   */
  static final int MAX_AT_A_TIME = 128;

  private final HttpsPolicy policy;
  private final HttpsLimits limits;
  private final Addresses addresses;
  private final Tls tls;
  private final Semaphore places = new Semaphore(MAX_AT_A_TIME);

  /** Fetches from the internet, trusting whom the JDK trusts. */
  public HttpsFetch(HttpsPolicy policy, HttpsLimits limits) {
    this(
        policy,
        limits,
        new Addresses(Resolver.SYSTEM, new PublicAddresses()),
        new JdkTls(System.getProperties()));
  }

  HttpsFetch(HttpsPolicy policy, HttpsLimits limits, Addresses addresses, Tls tls) {
    this.policy = policy;
    this.limits = limits;
    this.addresses = addresses;
    this.tls = tls;
  }

  /**
   * Fetch the content, all of it. Blocks until it is there, the time is up, {@code cancel} says so
   * or the thread is interrupted (which stays set).
   *
   * @param waited how much of the time has passed already, for whoever asked
   * @param into gets the content as it comes, on another thread, which is interrupted when the
   *     fetch is over before its end; it may be in a write then
   * @throws FetchException if there is none; {@link Kind#NETWORK} after a cancel
   */
  public void fetch(URI uri, Duration waited, FetchCancel cancel, OutputStream into)
      throws FetchException {
    Target target = policy.check(uri);
    Duration left = limits.timeout().minus(waited);
    if (left.isNegative() || left.isZero()) {
      throw late(target);
    }
    if (!places.tryAcquire()) {
      throw new FetchException(
          Kind.NETWORK,
          "Too many fetches are under way; try again later",
          "%d wait for answers, most likely of a name server".formatted(MAX_AT_A_TIME));
    }
    Exchange exchange = new Exchange(target, limits, left, addresses, tls, into);
    FutureTask<Void> content =
        new FutureTask<>(
            () -> {
              exchange.run();
              return null;
            });
    // First: who has given up already is not worth a look into the name server.
    cancel.onCancel(() -> content.cancel(true));
    start(content, target.host());
    try {
      content.get(left.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw late(target);
    } catch (CancellationException e) {
      throw new FetchException(Kind.NETWORK, "The fetch was cancelled", "nobody waits for it");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FetchException(Kind.NETWORK, "The fetch was interrupted", "nobody waits for it");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof FetchException failure) {
        throw failure;
      }
      throw new FetchException(Kind.NETWORK, "The fetch failed", e.getCause());
    } finally {
      cancel.forget();
      exchange.abort();
      content.cancel(true);
    }
  }

  private FetchException late(Target target) {
    return new FetchException(
        Kind.TIMEOUT,
        "No complete answer from %s in %d seconds"
            .formatted(target.host().text(), limits.timeout().toSeconds()),
        "MCPBASH_HTTPS_TIMEOUT gives more time, up to %d seconds"
            .formatted(HttpsLimits.MAX_TIMEOUT_SECONDS));
  }

  private void start(FutureTask<Void> content, HostName host) throws FetchException {
    Thread thread =
        new Thread(
            () -> {
              try {
                content.run();
              } finally {
                places.release();
              }
            },
            "https fetch " + host.text());
    thread.setDaemon(true);
    boolean started = false;
    try {
      thread.start();
      started = true;
    } catch (OutOfMemoryError e) { // a full heap would have ended this process
      throw new FetchException(
          Kind.NETWORK,
          "The system lets the server have no further thread; read again in a moment",
          e);
    } finally {
      if (!started) {
        places.release();
      }
    }
  }
}
