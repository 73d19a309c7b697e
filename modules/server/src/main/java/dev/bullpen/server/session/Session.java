package dev.bullpen.server.session;

import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.Caller;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The legacy session of this process, the only thing one request leaves behind for the next: not
 * begun, agreed on a revision, or ready. Modern requests neither see nor change it.
 */
public final class Session {
  private enum State {
    NONE,
    NEGOTIATED,
    READY
  }

  private State state = State.NONE;
  private Optional<Revision> revision = Optional.empty();
  private ClientCapabilities capabilities = ClientCapabilities.NONE;
  private LogLevel logLevel;
  private final List<Runnable> whenReady = new ArrayList<>();
  private final Map<CatalogKind, String> shown = new EnumMap<>(CatalogKind.class);

  /**
   * @param logLevel the least serious log line sent until the client chooses
   */
  public Session(LogLevel logLevel) {
    this.logLevel = logLevel;
  }

  /** The revision agreed on; empty before. */
  synchronized Optional<Revision> revision() {
    return revision;
  }

  /** Agree on a revision; false if that was done before, and then nothing changes. */
  public synchronized boolean negotiate(Revision agreed, ClientCapabilities offered) {
    if (state != State.NONE) {
      return false;
    }
    state = State.NEGOTIATED;
    revision = Optional.of(agreed);
    capabilities = offered;
    return true;
  }

  /** Whoever asks without saying more of himself. */
  synchronized Caller caller() {
    return new Caller(
        revision.orElse(Revision.latestLegacy()),
        capabilities,
        () -> Optional.of(logLevel()),
        Optional.empty());
  }

  /** The least serious log line the client wants to see. */
  synchronized LogLevel logLevel() {
    return logLevel;
  }

  synchronized void logLevel(LogLevel chosen) {
    logLevel = chosen;
  }

  /** Whether it is, so that it may be told and asked what it has not asked for. */
  public synchronized boolean isReady() {
    return state == State.READY;
  }

  /** It has been shown a list; what changes before it is ready it could not be told. */
  public synchronized void shown(CatalogKind kind, String fingerprint) {
    if (state != State.READY) {
      shown.put(kind, fingerprint);
    }
  }

  /** Fingerprints of the lists it was shown before it was ready, as it has last seen them. */
  public synchronized Map<CatalogKind, String> shown() {
    return Map.copyOf(shown);
  }

  /** What to do when it is, in the order this is said; to be said before there is a client. */
  public synchronized void whenReady(Runnable action) {
    whenReady.add(action);
  }

  /** The client has said that it is ready; before an agreement, and again, that means nothing. */
  void ready() {
    List<Runnable> now;
    synchronized (this) {
      if (state != State.NEGOTIATED) {
        return;
      }
      state = State.READY;
      now = List.copyOf(whenReady);
    }
    now.forEach(Runnable::run);
  }
}
