package dev.bullpen.pool.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What a client reads of a job without a result. */
class FailureSentenceTests {
  private static final byte[] NOTHING = {};

  private static String sentence(FailureReason reason, String detail) {
    return new JobOutcome.Failed(reason, detail, NOTHING).sentence();
  }

  @Test
  void a_folder_that_cannot_be_made_is_all_that_is_said() {
    String detail = "cannot create a temporary folder in /mnt/ro (TMPDIR): Read-only file system";

    assertEquals(detail, sentence(FailureReason.NO_EXCHANGE_FOLDER, detail));
  }

  @Test
  void a_signal_is_named_and_paths_of_other_reasons_are_not() {
    assertEquals(
        "the helper was killed by another process: SIGKILL",
        sentence(FailureReason.KILLED, "SIGKILL"));
    assertEquals("the script could not be started", sentence(FailureReason.NOT_STARTED, "/a/path"));
  }
}
