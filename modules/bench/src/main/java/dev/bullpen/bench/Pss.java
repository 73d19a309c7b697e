package dev.bullpen.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process's share of the memory that is in use: what it shares counts in parts (proc(5)). */
public final class Pss {
  private Pss() {}

  /** KiB; 0 where the kernel does not tell, before Linux 4.14 or of others. */
  public static long kib(long pid) {
    Path rollup = Path.of("/proc", Long.toString(pid), "smaps_rollup");
    try {
      return Files.readAllLines(rollup, ISO_8859_1).stream()
          .filter(line -> line.startsWith("Pss:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }
}
