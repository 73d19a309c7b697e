package dev.bullpen.server.session;

import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.Call.Caller;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
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

  private final Object agreementLock;

  private State state = State.NONE;
  private Optional<Revision> revision = Optional.empty();
  private ClientCapabilities capabilities = ClientCapabilities.NONE;
  private LogLevel logLevel;
  private final List<Runnable> whenReady = new ArrayList<>();
  private final Map<CatalogKind, String> shown = new EnumMap<>(CatalogKind.class);

  public Session(LogLevel logLevel) {
    this(logLevel, new Object());
  }

  /**
   * @param agreementLock held whenever something of the session is read or changed
   */
  Session(LogLevel logLevel, Object agreementLock) {
    this.logLevel = logLevel;
    this.agreementLock = agreementLock;
  }

  /**
   * From how serious on a client sees log lines before it chooses (contract of mcp-bash). Empty is
   * not set.
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

  Optional<Revision> revision() {
    synchronized (agreementLock) {
      return revision;
    }
  }

  /** Agree on a revision; false if that was done before, and then nothing changes. */
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

  Caller caller() {
    synchronized (agreementLock) {
      return new Caller(
          revision.orElse(Revision.latestLegacy()),
          capabilities,
          () -> Optional.of(logLevel()),
          Optional.empty());
    }
  }

  LogLevel logLevel() {
    synchronized (agreementLock) {
      return logLevel;
    }
  }

  void logLevel(LogLevel chosen) {
    synchronized (agreementLock) {
      logLevel = chosen;
    }
  }

  /** Whether it is, so that it may be told and asked what it has not asked for. */
  public boolean isReady() {
    synchronized (agreementLock) {
      return state == State.READY;
    }
  }

  /** It has been shown a list; what changes before it is ready it could not be told. */
  public void shown(CatalogKind kind, String fingerprint) {
    synchronized (agreementLock) {
      if (state != State.READY) {
        shown.put(kind, fingerprint);
      }
    }
  }

  /** Fingerprints of the lists it was shown before it was ready, as it has last seen them. */
  public Map<CatalogKind, String> shown() {
    synchronized (agreementLock) {
      return Map.copyOf(shown);
    }
  }

  /** What to do when it is, in the order this is said; to be said before there is a client. */
  public void whenReady(Runnable action) {
    synchronized (agreementLock) {
      whenReady.add(action);
    }
  }

  /** The client has said that it is ready; before an agreement, and again, that means nothing. */
  void ready() {
    List<Runnable> now;
    synchronized (agreementLock) {
      if (state != State.NEGOTIATED) {
        return;
      }
      state = State.READY;
      now = List.copyOf(whenReady);
    }
    now.forEach(Runnable::run);
  }
}
