package dev.bullpen.bench.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the packaged product and the others alternately, and writes the results. */
public final class Race {
  private static final String WORKERS = "4";

  /** Beyond what any client here asks. */
  private static final String RATE = "1000000";

  private Race() {}

  /**
   * Takes no arguments. {@code -Dbullpen.launcher=DIR} is the packaged product, {@code
   * -Dbullpen.race.heats=N} how often each runs (default: 5), {@code -Dbullpen.race.sources=DIR}
   * the rivals' sources, {@code -Dbullpen.race.libraries=DIR} the jars of the Java SDK, {@code
   * -Dbullpen.race.work=DIR} where they are built, {@code -Dbullpen.race.jdk=DIR} another JDK for
   * the product, {@code -Dbullpen.race.document=FILE} where the table goes.
   */
  public static void main(String[] arguments) throws IOException {
    Path work = Files.createDirectories(path("work"));
    Course course = Course.lay(Files.createTempDirectory(work, "course"));
    Rivals rivals = new Rivals(path("sources"), work, course);
    Path limit = rivals.limit();
    Map<Contender, List<Heat>> heats = new LinkedHashMap<>();
    contenders(rivals, limit, course).forEach(one -> heats.put(one, new ArrayList<>()));
    int rounds = Integer.getInteger("bullpen.race.heats", 5);
    for (int round = 1; round <= rounds; round++) {
      for (Map.Entry<Contender, List<Heat>> entry : heats.entrySet()) {
        Heat heat = Heat.run(entry.getKey(), () -> Limit.measure(limit, course.completion()));
        entry.getValue().add(heat);
        System.out.printf("[measured] %d %s: %s%n", round, entry.getKey().name(), heat);
      }
    }
    String table = new Table(heats).text(Machine.facts(rounds));
    System.out.println(table);
    Table.write(path("document"), table);
  }

  private static List<Contender> contenders(Rivals rivals, Path limit, Course course)
      throws IOException {
    List<Contender> contenders =
        new ArrayList<>(List.of(rivals.least(limit), rivals.leastOfTwo(limit)));
    String javaHome = System.getProperty("java.home");
    Contender bullpen = bullpen(course).on("Bullpen", javaHome);
    contenders.add(bullpen);
    String other = System.getProperty("bullpen.race.jdk", "");
    if (!other.isEmpty()) {
      archives(other);
      contenders.add(bullpen.on("Bullpen on JDK " + Machine.version(other), other));
    }
    Optional<Contender> javaSdk = rivals.javaSdk(path("libraries"), javaHome);
    rivals.typescript().ifPresent(contenders::add);
    javaSdk.ifPresent(contenders::add);
    return contenders;
  }

  /** What its first idle server there would do, and the build has done for the usual JDK. */
  private static void archives(String javaHome) throws IOException {
    Path home = Path.of(System.getProperty("bullpen.launcher"));
    Rivals.build(
        List.of("env", "JAVA_HOME=" + javaHome, "bin/launcher", "archive", "--missing"), home);
  }

  private static Contender bullpen(Course course) {
    return new Contender(
        "Bullpen",
        List.of(
            System.getProperty("bullpen.launcher") + "/bin/launcher",
            "--project",
            course.project().toString(),
            "--workers",
            WORKERS,
            "--completion-rate",
            RATE,
            "--tool-rate",
            RATE),
        Map.of("MCPBASH_TOOL_ALLOWLIST", "*"));
  }

  private static Path path(String name) {
    return Path.of(System.getProperty("bullpen.race." + name));
  }
}
