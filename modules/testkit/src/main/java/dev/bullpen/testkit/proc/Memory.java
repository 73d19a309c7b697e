package dev.bullpen.testkit.proc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a JVM cannot do without: measured right after a collection of its whole heap, by jcmd(1).
 *
 * @param pssKib its share of the machine's memory (proc(5), smaps_rollup), KiB
 * @param heapBytes of all objects
 * @param objects of the product, by the name of their class
 */
public record Memory(long pssKib, long heapBytes, Map<String, Long> objects) {
  private static final Path JCMD = Path.of(System.getProperty("java.home"), "bin", "jcmd");
  private static final Pattern PSS = Pattern.compile("(?m)^Pss: +(\\d+) kB");
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");
  private static final Pattern OBJECTS =
      Pattern.compile("(?m)^ *\\d+: +(\\d+) +\\d+ +(dev\\.bullpen\\.\\S+)");

  /** Whether there is what measures: it comes with a JDK. */
  public static boolean canBeMeasured() {
    return Files.isExecutable(JCMD);
  }

  /** Measure a JVM; throws if it is gone. */
  public static Memory of(long pid) {
    String histogram = jcmd(pid, "GC.class_histogram");
    Map<String, Long> objects = new TreeMap<>();
    Matcher each = OBJECTS.matcher(histogram);
    while (each.find()) {
      objects.put(each.group(2), Long.parseLong(each.group(1)));
    }
    return new Memory(pss(pid), number(TOTAL, histogram), objects);
  }

  /** Classes of which there are more objects than before, and how many more. */
  public Map<String, Long> moreThan(Memory before) {
    Map<String, Long> more = new TreeMap<>();
    objects.forEach(
        (name, count) -> {
          long grown = count - before.objects.getOrDefault(name, 0L);
          if (grown > 0) {
            more.put(name, grown);
          }
        });
    return more;
  }

  private static long pss(long pid) {
    try {
      return number(PSS, Files.readString(Path.of("/proc", Long.toString(pid), "smaps_rollup")));
    } catch (IOException e) {
      throw new UncheckedIOException("process " + pid + " cannot be measured: has it ended?", e);
    }
  }

  private static long number(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IllegalStateException("no " + pattern + " in " + text);
    }
    return Long.parseLong(matcher.group(1));
  }

  private static String jcmd(long pid, String command) {
    try {
      Process process =
          new ProcessBuilder(List.of(JCMD.toString(), Long.toString(pid), command))
              .redirectError(Redirect.INHERIT)
              .start();
      String said = new String(process.getInputStream().readAllBytes(), UTF_8);
      process.waitFor();
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(JCMD + " cannot be run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring " + pid, e);
    }
  }
}
