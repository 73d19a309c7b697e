package dev.bullpen.launcher;

/** Defaults and bounds of the settings. */
final class Limits {
  /** One that tools can take, and one that they cannot. */
  static final int WORKERS_AT_REST = 2;

  /** As many as common desktop machines have cores to spare; a warm helper costs about 30 MB. */
  static final int WORKERS_DEFAULT = 4;

  /** 64 helpers are 2 GB; who needs more runs a second server. */
  static final int WORKERS_MAX = 64;

  /** mcp-bash's MCPBASH_MAX_CONCURRENT_REQUESTS has this default. */
  static final int MAX_WORKERS_DEFAULT = 16;

  static final int MAX_WORKERS_MAX = 256;

  /**
   * Often enough that what a provider leaks stays small; half a second of a processor each time is
   * nothing beside what ten thousand jobs take.
   */
  static final int JOBS_PER_HELPER_DEFAULT = 10_000;

  static final int JOBS_PER_HELPER_MAX = 1_000_000_000;

  /**
   * A helper itself needs some 8 MiB of heap; this leaves room for what a provider usually holds.
   */
  static final int HELPER_MEBIBYTES_DEFAULT = 64;

  /** Below this a helper has no room for a frame of the greatest size. */
  static final int HELPER_MEBIBYTES_MIN = 32;

  /** 64 GiB; beyond that heaps are another matter, and so are the machines. */
  static final int HELPER_MEBIBYTES_MAX = 64 * 1024;

  /** Longer than any script is waited for, short enough to be told from a slip of the keyboard. */
  static final int SECONDS_MAX = 1_000_000;

  /** Tools may have something to clean up; mcp-bash gives them as much. */
  static final int TOOL_GRACE_SECONDS_DEFAULT = 2;

  /** Twice the time-out of a tool whose metadata names none. */
  static final int FINISH_SECONDS_DEFAULT = 60;

  /** An honest initialize request fits. */
  static final int LINE_BYTES_MIN = 4096;

  /** Arguments may carry a file of some 20 MB as Base64. */
  static final int LINE_BYTES_DEFAULT = 32 * 1024 * 1024;

  /** An array's length is an int, and a line is twice in memory while it is read. */
  static final int LINE_BYTES_MAX = 1024 * 1024 * 1024;

  /** No person types that fast; a client that loops gets an error before it fills the queue. */
  static final int COMPLETION_RATE_DEFAULT = 5000;

  static final int RATE_MAX = 1_000_000;

  /** No model calls that fast; a loop is told so before it fills the queue. */
  static final int TOOL_RATE_DEFAULT = 1000;

  /** A tenth of what may wait in all, so that ten tools have to go wild together. */
  static final int CALLS_PER_TOOL_DEFAULT = 1000;

  /** A person has to be found and to decide; a waiting tool keeps a helper for so long. */
  static final int STATE_TTL_SECONDS_DEFAULT = 600;

  /** A day. */
  static final int STATE_TTL_SECONDS_MAX = 86_400;

  /** More tools than a model can tell apart: several clients read the first page alone. */
  static final int PAGE_SIZE_DEFAULT = 250;

  /** A page is one line, which a client has to take. */
  static final int PAGE_SIZE_MAX = 10_000;

  private Limits() {}
}
