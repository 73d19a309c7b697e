package dev.bullpen.server;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.server.call.JobIntake;
import dev.bullpen.server.thread.QuietMoments;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Has the class archives of this JDK made where there are none, so that the next server starts
 * faster: {@code launcher archive}, as a job like any other, once nobody has asked for anything for
 * a while. Where they cannot be written nothing happens.
 */
public final class ClassArchives {
  /** Longer than a client that has work to do is ever silent. */
  static final Duration QUIET = Duration.ofSeconds(10);

  /** For an hour; whose clients never rest is not started often. */
  private static final int LOOKS = 360;

  /** {@code off}: none are made. */
  private static final String SWITCH = "BULLPEN_ARCHIVES";

  private static final String PLACES = "places";

  /** Whatever the umask: other users' servers use what root has made, and change nothing. */
  private static final String FOR_ALL_TO_READ = "rw-r--r--";

  /** It takes five to ten seconds; a busy machine may take many times that. */
  private static final Duration TIME_LIMIT = Duration.ofMinutes(5);

  private static final int OUTPUT_BYTES = 64 * 1024;
  private static final Logger LOG = System.getLogger("bullpen.server");

  /** What the command needs to find the same JDK and the same places. */
  private static final List<String> INHERITED =
      List.of("PATH", "HOME", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH");

  private final Path home;
  private final Map<String, String> server;
  private final Path folder;
  private final QuietMoments quiet;
  private final JobIntake intake;

  ClassArchives(
      Path home, Map<String, String> server, Path folder, QuietMoments quiet, JobIntake intake) {
    this.home = home;
    this.server = server;
    this.folder = folder;
    this.quiet = quiet;
    this.intake = intake;
  }

  /**
   * Whether they have been made, and for this place. Once for each: two ways to one folder are two
   * places, and must not take turns.
   *
   * @param folder where those of this JDK and these jars belong
   * @param home the distribution
   */
  public static boolean areMade(Path folder, Path home) {
    Path archive = named(folder, "supervisor");
    return Files.isReadable(archive)
        && isTrusted(folder, archive)
        && places(folder).contains(home.toString());
  }

  /**
   * Note that they have been made there: the last place noted is the one they are for, and the only
   * one where they are used, which the start script looks at too. A JVM may take one whose jars lie
   * elsewhere, as those of a folder that was copied, and has classes from both then.
   */
  public static void note(Path folder, Path home) throws IOException {
    List<String> places = new ArrayList<>(places(folder));
    places.remove(home.toString());
    places.add(home.toString());
    Path unfinished = Files.createTempFile(folder, PLACES, ".unfinished");
    Files.write(unfinished, places);
    Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString(FOR_ALL_TO_READ));
    Files.move(unfinished, folder.resolve(PLACES), ATOMIC_MOVE);
  }

  /** Whether nobody but root and this user can have put an archive there; its classes run. */
  private static boolean isTrusted(Path folder, Path archive) {
    List<Path> there =
        Stream.of(folder.getParent(), folder, folder.resolve(PLACES), archive)
            .filter(Files::exists)
            .toList();
    return TrustCheck.firstObjection(there).isEmpty();
  }

  private static List<String> places(Path folder) {
    try {
      return Files.readAllLines(folder.resolve(PLACES));
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The helper's, if it is for this place; it may be missing. */
  static Optional<Path> ofHelper(Path folder, Path home) {
    List<String> places = places(folder);
    Path archive = named(folder, "helper");
    boolean fits =
        !places.isEmpty()
            && places.get(places.size() - 1).equals(home.toString())
            && isTrusted(folder, archive);
    return fits ? Optional.of(archive) : Optional.empty();
  }

  private static Path named(Path folder, String role) {
    return folder.resolve(role + (Runtime.version().feature() < 24 ? ".jsa" : ".aot"));
  }

  void begin() {
    boolean wanted = !"off".equals(server.get(SWITCH));
    if (wanted && !areMade(folder, home) && canBeWritten()) {
      quiet.when(QUIET, LOOKS, () -> intake.submit(request(), ClassArchives::ended));
    }
  }

  private boolean canBeWritten() {
    Path exists = folder;
    while (exists != null && !Files.exists(exists)) {
      exists = exists.getParent();
    }
    return exists != null && Files.isWritable(exists);
  }

  private JobRequest request() {
    String command = home.resolve("bin/launcher").toString();
    Map<String, String> environment = new HashMap<>();
    for (String name : INHERITED) {
      Optional.ofNullable(server.get(name)).ifPresent(value -> environment.put(name, value));
    }
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    return new JobRequest(
        "class archives",
        Lane.LONG,
        new JobRequest.Script(
            JobRequest.Program.script(
                List.of("/bin/sh", "-c", "exec nice -n 19 \"$0\" archive --missing", command)),
            home,
            environment),
        new JobRequest.Limits(
            OUTPUT_BYTES, 0, JobRequest.Limits.STDERR_TAIL_BYTES, TIME_LIMIT, Duration.ZERO),
        Optional.empty());
  }

  private static void ended(JobOutcome outcome) {
    if (outcome instanceof JobOutcome.Completed completed && completed.isSuccess()) {
      LOG.log(Level.DEBUG, "class archives: {0}", text(completed.stdout()));
    } else if (outcome instanceof JobOutcome.Completed completed) {
      LOG.log(Level.INFO, "class archives: {0}", text(completed.stderr()));
    } else if (outcome instanceof JobOutcome.Failed failed) {
      LOG.log(Level.INFO, "no class archives, so servers start slower: {0}", failed.detail());
    }
  }

  private static String text(byte[] said) {
    return new String(said, StandardCharsets.UTF_8).strip();
  }
}
