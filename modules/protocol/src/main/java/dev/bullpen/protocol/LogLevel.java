package dev.bullpen.protocol;

import java.util.Locale;
import java.util.Optional;

/** The severity of a log message, lowest first (RFC 5424, section 6.2.1). */
public enum LogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  private final String wire = name().toLowerCase(Locale.ROOT);

  public String wire() {
    return wire;
  }

  public static Optional<LogLevel> of(String wire) {
    for (LogLevel level : values()) {
      if (level.wire.equals(wire)) {
        return Optional.of(level);
      }
    }
    return Optional.empty();
  }

  /** Whether messages of this level are sent if the wanted level is the lowest to be sent. */
  public boolean isAtLeast(LogLevel wanted) {
    return compareTo(wanted) >= 0;
  }
}
