package dev.bullpen.server.engine;

import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.server.ClassArchives;
import dev.bullpen.server.thread.QuietMoments;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Has missing class archives of this JDK made, so that the next server starts faster: {@code
 * launcher archive}, as a job like any other, once no client has asked for anything for a while. If
 * they cannot be written, nothing happens.
 */
record ArchiveMaking(
    Path home, Map<String, String> server, Path folder, QuietMoments quiet, JobIntake intake) {
  /** A client with work to do is never silent for so long. */
  static final Duration QUIET = Duration.ofSeconds(10);

  /** For an hour. A server whose clients never pause is not started often. */
  private static final int CHECKS = 360;

  /** {@code off}: none are made. */
  private static final String SWITCH = "BULLPEN_ARCHIVES";

  /** It takes five to ten seconds, on a busy machine many times that. */
  private static final Duration TIME_LIMIT = Duration.ofMinutes(5);

  private static final int OUTPUT_BYTES = 64 * 1024;
  private static final Logger LOG = System.getLogger("bullpen.server");

  /** What the command needs to find the same JDK and the same places. */
  private static final List<String> INHERITED =
      List.of("PATH", "HOME", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH");

  void begin() {
    boolean wanted = !"off".equals(server.get(SWITCH));
    if (wanted && !ClassArchives.areMade(folder, home) && canBeWritten()) {
      quiet.when(QUIET, CHECKS, () -> intake.submit(request(), ArchiveMaking::ended));
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
