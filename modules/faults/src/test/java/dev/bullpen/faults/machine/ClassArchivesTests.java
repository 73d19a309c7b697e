package dev.bullpen.faults.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.proc.ProcessTable;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who unpacks Bullpen elsewhere, or has another JDK, gets class archives without asking. They are
 * made with the lowest priority, so nothing runs beside this.
 */
@Tag("alone")
class ClassArchivesTests {
  /**
   * Ten seconds in which no client asks, and as many to make them with the lowest priority: five
   * minutes on a busy machine.
   */
  private static final Duration MADE = Duration.ofMinutes(6);

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * A class that a JVM says to have loaded from a jar, of a module whose classes all are recorded.
   */
  private static final Pattern FROM_JAR =
      Pattern.compile("dev\\.bullpen\\.(pool|posix|protocol|server|wire)\\.\\S+ source: file:\\S+");

  @TempDir Path temporary;
  private Path home;

  @BeforeEach
  void the_product_without_archives() throws IOException {
    assumeTrue(Files.isRegularFile(Path.of("/proc/self/maps")), "what is used is seen in /proc");
    Path packaged = Path.of(System.getProperty(Launcher.FOLDER)).toRealPath();
    home = temporary.toRealPath().resolve("home");
    Path archives = packaged.resolve("lib/archive");
    copy(packaged, home, path -> !path.startsWith(archives));
  }

  private static void copy(Path folder, Path to, Predicate<Path> wanted) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path from : all.filter(wanted).toList()) {
        Files.copy(
            from,
            to.resolve(folder.relativize(from).toString()),
            StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  /** JDK 17 takes the archive of another folder while that is there, and mixes their classes. */
  @Test
  void they_are_made_when_no_client_asks_and_serve_this_folder_alone() throws Exception {
    try (Rig rig = start()) {
      assertFalse(usesArchive(rig), "the control shows nothing");
      assertTrue(
          Poll.until(Deadline.in(MADE), () -> whenMade() > 0),
          () -> made() + rig.process().stderr().text());
      assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "").values());
    }
    try (HttpRig rig = HttpRig.start(project -> {}, launcher -> launcher.in(home))) {
      assertTrue(maps(rig.process().pid()).contains("/supervisor-http."), "there, and not used");
    }
    Path original = home;
    home = original.resolveSibling("copy");
    copy(original, home, path -> true);
    try (Rig rig = start()) {
      assertFalse(usesArchive(rig));
      assertFalse(maps(rig).contains(original + "/"), () -> "it uses what lies in " + original);
      assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "").values());
    }
  }

  @Test
  void who_asks_has_them_whatever_the_settings_with_all_classes_and_no_other_user_may_change_them()
      throws Exception {
    Path log = temporary.resolve("classes");
    assertTrue(classesFromJars(log, false).size() > 100, "without them all come from the jars");
    askForThem(
        Map.of(
            "BULLPEN_MAX_WORKERS",
            "0",
            "BULLPEN_JOB_LIMITS",
            "x",
            "MCPBASH_REMOTE_TOKEN",
            "short"));
    assertEquals(List.of(), classesFromJars(log, true));
    Sh.run("! find \"$1\" -perm /022 | grep .", home.resolve("lib/archive").toString());
  }

  /** What a server has loaded from the jars when it has ended, which has an archive, or none. */
  private List<String> classesFromJars(Path log, boolean hasArchive) throws Exception {
    try (Rig rig =
        start(
            launcher ->
                launcher
                    .environment("BULLPEN_ARCHIVES", "off")
                    .environment("BULLPEN_JAVA_OPTS", "-Xlog:class+load:file=" + log))) {
      assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "").values());
      assertEquals(hasArchive, usesArchive(rig));
      rig.process().closeStdin();
      rig.process().awaitExit(Deadline.in(PATIENCE)).orElseThrow();
      return FROM_JAR.matcher(Files.readString(log)).results().map(MatchResult::group).toList();
    }
  }

  private void askForThem(Map<String, String> settings) throws Exception {
    ProcessBuilder command =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "umask 0; exec \"$0\" archive",
                home.resolve("bin/launcher").toString())
            .redirectErrorStream(true)
            .redirectOutput(temporary.resolve("said").toFile());
    command.environment().putAll(settings);
    Process process = command.start();
    try {
      assertTrue(process.waitFor(MADE.toSeconds(), TimeUnit.SECONDS), "it does not end");
      assertEquals(0, process.exitValue(), Files.readString(temporary.resolve("said")));
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void a_server_that_ends_meanwhile_leaves_no_process_and_no_file() throws IOException {
    Path scratch = Files.createDirectory(temporary.resolve("scratch"));
    try (Rig rig = start(launcher -> launcher.environment("TMPDIR", scratch.toString()))) {
      assertTrue(Poll.until(Deadline.in(MADE), () -> placesOfTrainees(rig).size() > 0));
      for (String place : placesOfTrainees(rig)) {
        assertTrue(Path.of(place).startsWith(scratch), place);
      }
      List<Proc> family = new ArrayList<>(rig.family());
      family.addAll(trainees(rig));
      rig.process().closeStdin();
      rig.assertNothing(family, PATIENCE);
      assertTrue(Poll.until(Deadline.in(PATIENCE), () -> isEmpty(scratch)), scratch + " is not");
    }
  }

  /** The folders they were told to keep their files in. */
  private List<String> placesOfTrainees(Rig rig) {
    return trainees(rig).stream()
        .flatMap(trainee -> Stream.of(trainee.environment().split("\0")))
        .filter(variable -> variable.matches("BULLPEN_(EXCHANGE|TMP|CACHE)=/.*"))
        .map(variable -> variable.substring(variable.indexOf('=') + 1))
        .filter(place -> !place.contains("bullpen-rig-")) // what the server itself was told
        .toList();
  }

  private static boolean isEmpty(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private Rig start() {
    return start(launcher -> launcher);
  }

  private Rig start(UnaryOperator<Launcher> further) {
    return Rig.start(
        project -> {},
        launcher ->
            further.apply(
                launcher.in(home).workers(1, 1).environment("BULLPEN_LOG_LEVEL", "info")));
  }

  /** JVMs below the server that work for an archive. */
  private List<Proc> trainees(Rig rig) {
    return ProcessTable.now().below(rig.process().pid()).stream()
        .filter(
            proc ->
                proc.commandLine().contains("unfinished") || proc.commandLine().contains(".note"))
        .toList();
  }

  private List<Path> made() {
    try (Stream<Path> all = Files.walk(home.resolve("lib"))) {
      return all.filter(path -> path.toString().matches(".*/archive/.*\\.(jsa|aot)")).toList();
    } catch (IOException | RuntimeException e) {
      return List.of(); // one was renamed while we looked
    }
  }

  /**
   * When the one that is made last was, that of a server for HTTP; 0 if it is not there, or for
   * elsewhere.
   */
  private long whenMade() {
    return made().stream()
        .filter(path -> path.getFileName().toString().startsWith("supervisor-http"))
        .filter(this::isForHere)
        .mapToLong(path -> path.toFile().lastModified())
        .findFirst()
        .orElse(0);
  }

  /** What place they are for is noted after they have been made. */
  private boolean isForHere(Path archive) {
    try {
      return Files.readString(archive.resolveSibling("places")).endsWith(home + "\n");
    } catch (IOException e) {
      return false;
    }
  }

  private boolean usesArchive(Rig rig) throws IOException {
    return maps(rig).contains(home.resolve("lib/archive") + "/");
  }

  private static String maps(Rig rig) throws IOException {
    return maps(rig.process().pid());
  }

  private static String maps(long pid) throws IOException {
    return Files.readString(Path.of("/proc", Long.toString(pid), "maps"));
  }
}
