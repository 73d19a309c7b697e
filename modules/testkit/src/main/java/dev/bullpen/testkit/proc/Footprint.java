package dev.bullpen.testkit.proc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What one process holds: open descriptors by what they lead to, threads by name, memory.
 *
 * <p>The JVM's own threads (compiler, collector, signal dispatcher, process reaper and so on) come
 * and go as the JVM pleases and are left out; so are the numbers of pipes and sockets, which are
 * new with every pipe.
 *
 * @param descriptors how many descriptors lead to what: {@code pipe}, {@code /dev/null}, …
 * @param threads how many threads carry which name, up to its first digit: the kernel cuts names at
 *     15 bytes
 * @param residentKib resident memory, KiB
 * @param peakKib the most it has been so far, KiB
 */
public record Footprint(
    Map<String, Integer> descriptors,
    Map<String, Integer> threads,
    long residentKib,
    long peakKib) {

  private static final Pattern OF_THE_JVM =
      Pattern.compile(
          "C[12] CompilerThre|GC Thread.*|G1 .*|VM Thread|VM Periodic Tas|Sweeper thread|Monitor"
              + " Deflati|Signal Dispatch|Attach Listener|Common-Cleaner|Cleaner-.*|Finalizer"
              + "|Reference Handl|Service Thread|Notification Th|process reaper|Java2D.*"
              + "|Read-Updater|Virtual.*|ForkJoinPool.*");

  // Opened by the JVM at times of its own choosing: to learn how large its container is, when the
  // first class of a library is needed, and when the first random number is.
  private static final Pattern OPENED_BY_THE_JVM =
      Pattern.compile("/sys/fs/cgroup/.*|.*\\.jar|/dev/u?random");

  /** Measure a process; throws if it is gone. */
  public static Footprint of(long pid) {
    Path home = Path.of("/proc", Long.toString(pid));
    try {
      // At one instant: of two, the later peak may be less than the earlier size.
      List<String> status = Files.readAllLines(home.resolve("status"), ISO_8859_1);
      return new Footprint(
          descriptors(home), threads(home), kib(status, "VmRSS:"), kib(status, "VmHWM:"));
    } catch (IOException e) {
      throw new UncheckedIOException("process " + pid + " cannot be measured: has it ended?", e);
    }
  }

  /** Whether both hold the same descriptors and threads; memory is not compared. */
  public boolean sameHoldings(Footprint other) {
    return descriptors.equals(other.descriptors) && threads.equals(other.threads);
  }

  /** The same without threads of that name, as it stands in {@link #threads}. */
  public Footprint withoutThreads(String name) {
    Map<String, Integer> others = new TreeMap<>(threads);
    others.remove(name);
    return new Footprint(descriptors, others, residentKib, peakKib);
  }

  /** What this one holds and {@code before} did not (+), and the other way round (-). */
  public String since(Footprint before) {
    StringBuilder out = new StringBuilder();
    difference(out, "descriptor ", before.descriptors, descriptors);
    difference(out, "thread ", before.threads, threads);
    return out.isEmpty() ? "no difference" : out.toString().trim();
  }

  private static void difference(
      StringBuilder out, String kind, Map<String, Integer> before, Map<String, Integer> after) {
    Map<String, Integer> change = new TreeMap<>(after);
    before.forEach((name, count) -> change.merge(name, -count, Integer::sum));
    change.forEach(
        (name, count) -> {
          if (count != 0) {
            out.append("%+d %s%s; ".formatted(count, kind, name));
          }
        });
  }

  private static Map<String, Integer> descriptors(Path home) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(home.resolve("fd"))) {
      for (Path entry : entries) {
        target(entry)
            .filter(target -> !OPENED_BY_THE_JVM.matcher(target).matches())
            .ifPresent(target -> counts.merge(target, 1, Integer::sum));
      }
    }
    return counts;
  }

  private static Optional<String> target(Path descriptor) throws IOException {
    try {
      return Optional.of(
          Files.readSymbolicLink(descriptor).toString().replaceFirst(":\\[\\d+]$", ""));
    } catch (NoSuchFileException closedMeanwhile) {
      return Optional.empty();
    }
  }

  private static Map<String, Integer> threads(Path home) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(home.resolve("task"))) {
      for (Path entry : entries) {
        name(entry)
            .filter(name -> !OF_THE_JVM.matcher(name).matches())
            .ifPresent(name -> counts.merge(name.replaceFirst("\\d.*", "#"), 1, Integer::sum));
      }
    }
    return counts;
  }

  private static Optional<String> name(Path task) {
    try {
      return Optional.of(Files.readString(task.resolve("comm"), ISO_8859_1).trim());
    } catch (IOException endedMeanwhile) {
      return Optional.empty();
    }
  }

  private static long kib(List<String> status, String field) {
    return status.stream()
        .filter(line -> line.startsWith(field))
        .map(line -> line.replaceAll("\\D", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElse(0); // a zombie has no memory
  }
}
