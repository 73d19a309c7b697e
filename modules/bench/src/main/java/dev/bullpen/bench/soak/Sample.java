package dev.bullpen.bench.soak;

import dev.bullpen.bench.Pss;
import dev.bullpen.testkit.proc.Footprint;
import java.util.Map;

/**
 * What a supervisor held at one instant (proc(5)). How many helpers there are goes with the load,
 * and what they cost, a thread and two pipes each, is left out.
 *
 * @param seconds since the load began
 * @param pssKib its share of the memory that is in use, KiB; 0 where the kernel does not tell
 * @param rssKib resident memory, KiB
 * @param threads without those of the JVM and those of the helpers
 * @param descriptors without those of the JVM and those of the helpers
 */
record Sample(
    double seconds, long pssKib, long rssKib, long helpers, long threads, long descriptors) {
  private static final String OF_HELPER = "helper-#";
  private static final int PIPES_OF_HELPER = 2;

  static Sample of(long pid, double seconds) {
    Footprint footprint = Footprint.of(pid);
    long helpers = footprint.threads().getOrDefault(OF_HELPER, 0);
    return new Sample(
        seconds,
        Pss.kib(pid),
        footprint.residentKib(),
        helpers,
        sum(footprint.threads()) - helpers,
        sum(footprint.descriptors()) - PIPES_OF_HELPER * helpers);
  }

  private static long sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToLong(Integer::longValue).sum();
  }
}
