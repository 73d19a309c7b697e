package dev.bullpen.testkit.proc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much of the processor one process has used since it began, its threads included (proc(5)).
 */
public final class CpuTime {
  // Counted from the state, which follows the closing parenthesis of the name.
  private static final int USER = 11;
  private static final int SYSTEM = 12;

  /** USER_HZ, the same on every Linux that Java runs on. */
  private static final int TICKS_PER_SECOND = 100;

  private CpuTime() {}

  /** Of a process that runs; throws if it is gone. The kernel counts in hundredths of a second. */
  public static Duration of(long pid) {
    try {
      return used(stat(Path.of("/proc", Long.toString(pid))));
    } catch (IOException e) {
      throw new UncheckedIOException("process " + pid + " cannot be measured: has it ended?", e);
    }
  }

  /** Of each of its threads, by name and number. Threads that end meanwhile are left out. */
  public static Map<String, Duration> ofThreads(long pid) {
    Map<String, Duration> threads = new TreeMap<>();
    String[] numbers = Path.of("/proc", Long.toString(pid), "task").toFile().list();
    for (String number : numbers == null ? new String[0] : numbers) {
      try {
        String stat = stat(Path.of("/proc", Long.toString(pid), "task", number));
        String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
        threads.put(name + " " + number, used(stat));
      } catch (IOException e) {
        // It has ended.
      }
    }
    return threads;
  }

  private static String stat(Path folder) throws IOException {
    return Files.readString(folder.resolve("stat"), ISO_8859_1);
  }

  private static Duration used(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    long ticks = Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]);
    return Duration.ofMillis(ticks * 1000 / TICKS_PER_SECOND);
  }
}
