package dev.bullpen.pool.job;

/** Why a job has no result, or a helper has exited. Clients and logs see the word. */
public enum FailureReason {
  KILLED("killed", "the helper was killed by another process"),
  CRASHED("crashed", "the helper's JVM crashed"),
  EXIT("exit", "the helper ended by itself"),
  OUT_OF_MEMORY("oom", "the helper ran out of memory"),
  PROTOCOL(
      "protocol", "the helper sent something that is not a frame, or not allowed at that point"),
  BOOT("boot", "the helper did not come up"),
  HUNG("hung", "the helper did not finish cleaning up in time and was ended"),
  SPENT("spent", "the provider did not end when it was interrupted, and was ended with its helper"),
  RECYCLED("recycled", "the helper had done its number of jobs, and was replaced"),
  TIMEOUT("timeout", "the script did not finish in time and was ended"),
  OUTPUT_LIMIT("output-limit", "the script wrote more output than allowed and was ended"),
  STDERR_LIMIT("stderr-limit", "the script wrote more error output than allowed and was ended"),
  CPU_LIMIT("cpu-limit", "the script used more processor time than allowed and was ended"),
  FILE_LIMIT("file-limit", "the script wrote a larger file than allowed and was ended"),
  LIMIT_NOT_SET("limit-not-set", "the host does not allow one of the script's limits"),
  INPUT_LIMIT(
      "input-limit", "the script's arguments and environment are more than a helper can take"),
  NO_EXCHANGE_FOLDER(
      "no-exchange-folder", "the server has no folder for the files it exchanges with scripts"),
  NOT_STARTED("not-started", "the script could not be started"),
  BUSY("busy", "too many jobs are waiting already"),
  SHUTDOWN("shutdown", "the server is ending");

  private final String word;
  private final String sentence;

  FailureReason(String word, String sentence) {
    this.word = word;
    this.sentence = sentence;
  }

  /** Stable, for programs. */
  public String word() {
    return word;
  }

  /** For people. */
  public String sentence() {
    return sentence;
  }
}
