package dev.bullpen.bench.race;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;

/** On what it was measured, in a sentence. */
public final class Machine {
  private Machine() {}

  static String facts(int heats) {
    return "%s, node %s; medians of %d heats, alternating.".formatted(facts(), node(), heats);
  }

  /** Without a full stop, and without what only some of the others need. */
  public static String facts() {
    return "%s, %d processors (%s), %s %s, JDK %s"
        .formatted(
            LocalDate.now(),
            Runtime.getRuntime().availableProcessors(),
            processor(),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            Runtime.version());
  }

  private static String processor() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }

  /** Of another JDK, as it says itself. */
  public static String version(String javaHome) {
    try {
      return Files.readAllLines(Path.of(javaHome, "release")).stream()
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> line.replaceAll("[^0-9.]", ""))
          .findFirst()
          .orElse(javaHome);
    } catch (IOException e) {
      return javaHome;
    }
  }

  private static String node() {
    try {
      Process process = new ProcessBuilder(List.of("node", "--version")).start();
      return new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    } catch (IOException e) {
      return "none";
    }
  }
}
