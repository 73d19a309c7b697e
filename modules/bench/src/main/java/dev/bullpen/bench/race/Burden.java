package dev.bullpen.bench.race;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.bullpen.bench.Pss;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.proc.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** What a server and everything below it take from the machine. */
public final class Burden {
  // Fields of /proc/PID/stat, counted from the state: user and system time, then those of children
  // that have been waited for (proc(5)).
  private static final int FIRST_TIME = 11;
  private static final int TIMES = 4;

  /** A tick, USER_HZ, on every Linux that Java runs on, in µs. */
  private static final int TICK_MICROS = 10_000;

  private Burden() {}

  /** Processor time so far, µs, in steps of a hundredth of a second per process. */
  static long cpuMicros(long pid) {
    return sum(pid, Burden::ownCpuMicros);
  }

  /** Their share of the memory in use, KiB. */
  public static long pssKib(long pid) {
    return sum(pid, Pss::kib);
  }

  private static long sum(long pid, ToLongFunction<Long> measure) {
    List<Long> pids = new ArrayList<>(List.of(pid));
    ProcessTable.now().below(pid).stream().map(Proc::pid).forEach(one -> pids.add((long) one));
    return pids.stream().mapToLong(measure).sum();
  }

  private static long ownCpuMicros(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      long ticks = 0;
      for (int i = FIRST_TIME; i < FIRST_TIME + TIMES; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return ticks * TICK_MICROS;
    } catch (IOException e) {
      return 0; // it has gone, and its parent has its time now
    }
  }
}
