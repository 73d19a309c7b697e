package dev.bullpen.api;

/** How serious a log message is, least first (RFC 5424, section 6.2.1). */
public enum Level {
  /** Helps to find a mistake. */
  DEBUG,
  /** What is going on. */
  INFO,
  /** Unusual, but no mistake. */
  NOTICE,
  /** May become an error. */
  WARNING,
  /** Something failed. */
  ERROR,
  /** A part does not work. */
  CRITICAL,
  /** The operator must act at once. */
  ALERT,
  /** Nothing works. */
  EMERGENCY
}
