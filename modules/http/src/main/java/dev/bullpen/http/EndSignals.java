package dev.bullpen.http;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Handles SIGTERM and SIGINT. The first signal makes the server drain, the next one makes it end at
 * once. A signal that was ignored when the process started stays ignored.
 */
final class EndSignals {
  private final CompletableFuture<Void> first = new CompletableFuture<>();
  private final Object drainLock = new Object();

  /** The thread that waits for running calls; guarded by the lock. */
  private Optional<Thread> draining = Optional.empty();

  /** Whether a signal has followed the first one; guarded by the lock. */
  private boolean isUrgent;

  /** Something that stops when its thread is interrupted. */
  interface Drain {
    void drain();
  }

  /**
   * Take the signals over from the JVM, which would exit with the signal's number.
   *
   * @throws IllegalArgumentException with a sentence for the user if the JVM does not allow it
   */
  void take() {
    try {
      // By name, because javac warns of sun.misc.Signal. Java has no other way to handle signals.
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object ours =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, given) -> taken());
      for (String name : List.of("TERM", "INT")) {
        signal
            .getMethod("handle", signal, handler)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
      }
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          "The server cannot handle SIGTERM and SIGINT: %s. Start it without the JVM's option -Xrs."
              .formatted(e.getCause()),
          e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("every JDK has the module jdk.unsupported", e);
    }
  }

  private @Nullable Object taken() {
    came();
    return null;
  }

  /** A signal has arrived, or the process ends for another reason. */
  void came() {
    if (!first.complete(null)) {
      synchronized (drainLock) {
        isUrgent = true; // also for a drain that has not begun
        draining.ifPresent(Thread::interrupt);
      }
    }
  }

  void await() {
    first.join();
  }

  /** Drain on this thread, until the second signal at the latest. */
  void drain(Drain drain) {
    synchronized (drainLock) {
      draining = Optional.of(Thread.currentThread());
      if (isUrgent) {
        Thread.currentThread().interrupt();
      }
    }
    try {
      drain.drain();
    } finally {
      synchronized (drainLock) {
        draining = Optional.empty();
      }
      Thread.interrupted();
    }
  }
}
