package dev.bullpen.server.client;

import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a legacy client has agreed to: nothing yet, a revision, or that it is ready. Nothing else of
 * one request remains for the next. Modern requests neither see nor change it.
 */
public final class Agreement {
  private enum State {
    NONE,
    NEGOTIATED,
    READY
  }

  private final Object agreementLock;

  private State state = State.NONE;
  private Optional<Revision> revision = Optional.empty();
  private ClientCapabilities capabilities = ClientCapabilities.NONE;
  private LogLevel logLevel;
  private Optional<String> clientName = Optional.empty();
  private final Map<CatalogKind, String> shown = new EnumMap<>(CatalogKind.class);

  public Agreement(LogLevel logLevel) {
    this(logLevel, new Object());
  }

  /**
   * With another lock, for tests.
   *
   * @param agreementLock held whenever any of it is read or changed
   */
  Agreement(LogLevel logLevel, Object agreementLock) {
    this.logLevel = logLevel;
    this.agreementLock = agreementLock;
  }

  /**
   * The least serious level of log lines for a client that has not chosen one (contract of
   * mcp-bash). An empty variable counts as not set.
   */
  public static LogLevel firstLogLevel(Map<String, String> environment) {
    String level = environment.getOrDefault("MCPBASH_LOG_LEVEL", "");
    String chosen =
        level.isEmpty() ? environment.getOrDefault("MCPBASH_LOG_LEVEL_DEFAULT", "") : level;
    String word = chosen.toLowerCase(Locale.ROOT);
    return switch (word) {
      case "true", "1" -> LogLevel.DEBUG;
      default -> LogLevel.of(word).orElse(LogLevel.INFO);
    };
  }

  public Optional<Revision> revision() {
    synchronized (agreementLock) {
      return revision;
    }
  }

  /** Agree on a revision. False if that was done before; then nothing changes. */
  public boolean negotiate(Revision agreed, ClientCapabilities offered) {
    synchronized (agreementLock) {
      if (state != State.NONE) {
        return false;
      }
      state = State.NEGOTIATED;
      revision = Optional.of(agreed);
      capabilities = offered;
      return true;
    }
  }

  /** The client's own name, which decides nothing. */
  public void clientName(Optional<String> name) {
    synchronized (agreementLock) {
      clientName = name;
    }
  }

  public Optional<String> clientName() {
    synchronized (agreementLock) {
      return clientName;
    }
  }

  ClientCapabilities capabilities() {
    synchronized (agreementLock) {
      return capabilities;
    }
  }

  public LogLevel logLevel() {
    synchronized (agreementLock) {
      return logLevel;
    }
  }

  public void logLevel(LogLevel chosen) {
    synchronized (agreementLock) {
      logLevel = chosen;
    }
  }

  /** Whether it may be sent requests, and notifications that belong to no request. */
  public boolean isReady() {
    synchronized (agreementLock) {
      return state == State.READY;
    }
  }

  /** Records the list this client saw, so that later changes can be announced. */
  public void shown(CatalogKind kind, String fingerprint) {
    synchronized (agreementLock) {
      if (state != State.READY) {
        shown.put(kind, fingerprint);
      }
    }
  }

  /** Fingerprints of the lists that it was shown before it was ready, as it last saw them. */
  public Map<CatalogKind, String> shown() {
    synchronized (agreementLock) {
      return Map.copyOf(shown);
    }
  }

  /** The client reports that it is ready; false if that has no effect. */
  boolean ready() {
    synchronized (agreementLock) {
      boolean isFirst = state == State.NEGOTIATED;
      state = isFirst ? State.READY : state;
      return isFirst;
    }
  }
}
