package dev.bullpen.bench.soak;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a process held at one instant (proc(5)).
 *
 * @param seconds since the load began
 * @param pssKib its share of the memory that is in use, KiB; 0 where the kernel does not tell
 * @param rssKib resident memory, KiB
 */
record Sample(double seconds, long pssKib, long rssKib, long threads, long descriptors) {

  static Sample of(long pid, double seconds) {
    Path home = Path.of("/proc", Long.toString(pid));
    try {
      return new Sample(
          seconds,
          Files.isReadable(home.resolve("smaps_rollup")) ? kib(home, "smaps_rollup", "Pss:") : 0,
          kib(home, "status", "VmRSS:"),
          count(home.resolve("task")),
          count(home.resolve("fd")));
    } catch (IOException e) {
      throw new UncheckedIOException("process " + pid + " cannot be measured: has it ended?", e);
    }
  }

  private static long kib(Path home, String file, String field) throws IOException {
    return Files.readAllLines(home.resolve(file), ISO_8859_1).stream()
        .filter(line -> line.startsWith(field))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElse(0);
  }

  private static long count(Path folder) throws IOException {
    long count = 0;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        count++;
      }
    }
    return count;
  }
}
