package dev.bullpen.server.asking;

/** A run of a script that asks its client. */
public interface AskingRun {
  /** End its job, and take back what it asks. */
  void cancel();
}
