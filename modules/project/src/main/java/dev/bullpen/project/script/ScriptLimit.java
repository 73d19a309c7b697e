package dev.bullpen.project.script;

import java.util.Arrays;
import java.util.Optional;

/** What of a script's processes can be limited, under the names metadata and settings have. */
public enum ScriptLimit {
  /** Seconds of processor time. */
  CPU_SECS("cpuSecs"),
  /** MiB of address space. */
  MEMORY_MEBIBYTES("memoryMiB"),
  /** Descriptors open at a time. */
  OPEN_FILES("openFiles"),
  /** Processes of the user, all in all, for another one to be made. */
  PROCESSES("processes"),
  /** MiB of a file that is written. */
  FILE_MEBIBYTES("fileMiB");

  private final String key;

  ScriptLimit(String key) {
    this.key = key;
  }

  static Optional<ScriptLimit> ofKey(String key) {
    return Arrays.stream(values()).filter(limit -> limit.key.equals(key)).findFirst();
  }

  public String key() {
    return key;
  }
}
