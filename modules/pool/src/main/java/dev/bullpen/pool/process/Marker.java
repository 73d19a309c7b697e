package dev.bullpen.pool.process;

import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.PidFd;
import dev.bullpen.posix.proc.ProcFolder;
import dev.bullpen.posix.proc.Signal;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The random word in the environment of every process of this session, by which it is found
 * anywhere: {@code BULLPEN_SESSION} in helpers and scripts, {@code BULLPEN_HELPER} in helpers,
 * {@code BULLPEN_JOB} in scripts. A helper hides its environment, so its command line, which every
 * process may read, ends with the same words. A process that has only one of them among its
 * arguments, such as {@code pgrep -f}, carries no marker.
 */
public final class Marker {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  private static final Path RANDOM = Path.of("/dev/urandom");

  private static final int TOKEN_BYTES = 16;

  private static final String SESSION = "BULLPEN_SESSION";
  private static final String HELPER = "BULLPEN_HELPER";
  private static final String JOB = "BULLPEN_JOB";

  private static final String ENVIRONMENT = "environ";
  private static final String COMMAND_LINE = "cmdline";

  /**
   * Limits the scans of a sweep that find more processes, because these may be started for ever.
   */
  private static final int MOST_FINDS = 100;

  /** How long killed processes may still be found; a killed process is gone much sooner. */
  private static final Duration GONE_WITHIN = Duration.ofMillis(200);

  private final String token;

  /** Processes that do not end and have been logged. */
  private final Set<Integer> named = ConcurrentHashMap.newKeySet();

  public Marker() throws IOException {
    // Not from SecureRandom: loading it takes a tenth of the time to the first answer.
    try (InputStream random = Files.newInputStream(RANDOM)) {
      byte[] bytes = random.readNBytes(TOKEN_BYTES);
      if (bytes.length < TOKEN_BYTES) {
        throw new IOException(RANDOM + " has come to an end");
      }
      token = HexFormat.of().formatHex(bytes);
    }
  }

  public String token() {
    return token;
  }

  public Map<String, String> ofHelper() {
    return Map.of(SESSION, token, HELPER, token);
  }

  /** The marker as words of a helper's command line. */
  public List<String> wordsOfHelper() {
    return List.of(SESSION + "=" + token, HELPER + "=" + token);
  }

  /** The marker's variables for the scripts of one job. */
  public Map<String, String> ofScript(long job) {
    return Map.of(SESSION, token, JOB, ofJob(job));
  }

  private String ofJob(long job) {
    return token + "." + job;
  }

  /** Whether its command line identifies a process as a helper of this session. */
  public boolean isShownBy(int helper) {
    return ProcFolder.of(helper)
        .map(process -> ProcFolder.words(process.resolve(COMMAND_LINE)))
        .filter(this::isOfHelper)
        .isPresent();
  }

  /** Whether a process has released its memory, and its command line with it: it is dying. */
  public static boolean isDying(int pid) {
    Optional<Path> process = ProcFolder.of(pid);
    try {
      return process.isPresent()
          && Files.readAllBytes(process.get().resolve(COMMAND_LINE)).length == 0;
    } catch (IOException e) {
      return false; // not readable
    }
  }

  /** Whether a process, given by its folder in /proc, carries the marker of any session. */
  public static boolean isOfAnySession(Path process) {
    List<String> environment = ProcFolder.words(process.resolve(ENVIRONMENT));
    List<String> line = ProcFolder.words(process.resolve(COMMAND_LINE));
    List<String> lastWord = line.subList(Math.max(0, line.size() - 1), line.size());
    return Stream.concat(environment.stream(), lastWord.stream())
        .anyMatch(
            word -> Stream.of(SESSION, HELPER, JOB).anyMatch(name -> word.startsWith(name + "=")));
  }

  /** Whether the pid is currently a process of this session. */
  boolean isOn(int pid) {
    return carries(pid, SESSION + "=" + token);
  }

  /**
   * End all processes that carry the job's marker, until two scans in a row find none. One scan may
   * miss a process that is just forking.
   *
   * @return how many were ended
   * @throws IOException also if processes start others faster than they are ended
   */
  public int sweep(long job) throws IOException {
    return sweep(JOB + "=" + ofJob(job), MOST_FINDS);
  }

  /** End all processes of the session. This process and its guard carry no marker. */
  public int sweep() throws IOException {
    return sweep(SESSION + "=" + token, MOST_FINDS);
  }

  int sweep(String assignment, int mostFinds) throws IOException {
    Set<Integer> ended = new HashSet<>(); // a stuck process is found repeatedly
    int empty = 0;
    int finds = 0;
    long lastNew = System.nanoTime();
    while (empty < 2) {
      List<Integer> found = find(assignment);
      empty = found.isEmpty() ? empty + 1 : 0;
      boolean more = false;
      for (int pid : found) {
        more |= end(pid, assignment) && ended.add(pid);
      }
      if (more) {
        lastNew = System.nanoTime();
        if (++finds > mostFinds) {
          throw new IOException("processes are started faster than they can be ended");
        }
      } else if (!found.isEmpty() && System.nanoTime() - lastNew > GONE_WITHIN.toNanos()) {
        found.retainAll(ended); // the others belong to another user
        nameThoseThatStay(found);
        break;
      }
    }
    return ended.size();
  }

  private void nameThoseThatStay(List<Integer> found) {
    for (int pid : found) {
      if (named.add(pid)) {
        LOG.log(
            Level.WARNING,
            "process {0} was killed but is still alive: it is frozen, or stuck in the kernel",
            Integer.toString(pid));
      }
    }
  }

  private List<Integer> find(String assignment) throws IOException {
    List<Integer> found = new ArrayList<>();
    for (Path process : ProcFolder.all()) {
      if (carries(process, assignment)) {
        ProcFolder.pid(process).ifPresent(found::add);
      }
    }
    return found;
  }

  /**
   * Takes a reference before the second check, so that the signal reaches the process that was
   * checked. Without one (before Linux 5.3, or without a free descriptor), another process could
   * get the pid in between.
   */
  private boolean end(int pid, String assignment) throws PosixException {
    Optional<PidFd> reference = PidFd.open(pid);
    if (reference.isEmpty()) {
      return carries(pid, assignment) && Child.signal(pid, Signal.KILL);
    }
    try (PidFd process = reference.get()) {
      return carries(pid, assignment) && process.signal(Signal.KILL);
    }
  }

  private boolean carries(int pid, String assignment) {
    return ProcFolder.of(pid).map(process -> carries(process, assignment)).orElse(false);
  }

  /**
   * If a process has ended its first thread and lives in others, only those have its environment.
   * The kernel's own threads have none, and are alive.
   */
  private boolean carries(Path process, String assignment) {
    return has(process, assignment)
        .orElseGet(
            () ->
                ProcFolder.livingThreads(process).stream()
                    .anyMatch(thread -> has(thread, assignment).orElse(false)));
  }

  /**
   * Whether a process or thread has the assignment in its environment, or, if that is not readable,
   * on its command line; empty if neither is readable because it is gone or dead.
   */
  private Optional<Boolean> has(Path folder, String assignment) {
    List<String> environment = ProcFolder.words(folder.resolve(ENVIRONMENT));
    if (!environment.isEmpty()) {
      return Optional.of(environment.contains(assignment));
    }
    List<String> line = ProcFolder.words(folder.resolve(COMMAND_LINE));
    return line.isEmpty()
        ? Optional.empty()
        : Optional.of(isOfHelper(line) && wordsOfHelper().contains(assignment));
  }

  private boolean isOfHelper(List<String> line) {
    List<String> wanted = wordsOfHelper();
    int start = line.size() - wanted.size();
    return start >= 0 && line.subList(start, line.size()).equals(wanted);
  }
}
