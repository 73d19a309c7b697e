package dev.bullpen.testkit.rig;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.observer.Observer;
import dev.bullpen.testkit.observer.Search;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Footprint;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.proc.ProcessTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What belongs to one server, found by identity, by parent or by a token in the environment. */
public final class Lookout {
  /** Within this everything that a killed server left can be killed. */
  private static final Duration CLEANING = Duration.ofSeconds(20);

  private static final String SESSION = "BULLPEN_SESSION=";
  private static final String JOB = "BULLPEN_JOB=";

  /** The words of the guard that follow its script. */
  private static final Pattern GUARD = Pattern.compile(" guard (\\p{XDigit}{12,}) /");

  /** As the system shows the threads by which the server hears its helpers. */
  private static final String HEARS_HELPER = "helper-#";

  // One for all servers of this JVM; it ends when its input does, that is with this JVM.
  private static final Observer OBSERVER = Observer.start();

  private final Workplace workplace;
  private final long pid;

  /**
   * The product's own mark, which helpers carry as well as scripts; none before the guard. In the
   * environment of jobs it stands once more, with the job's number.
   */
  private List<String> session = List.of();

  public Lookout(Workplace workplace, long pid) {
    this.workplace = workplace;
    this.pid = pid;
  }

  /**
   * Takes note of the session's mark, which is in the environment of helpers, and on the command
   * line of the guard, which is there before them.
   */
  public void noteSession() {
    Stream<String> ofHelpers =
        helpers().stream()
            .flatMap(helper -> Stream.of(helper.environment().split("\0")))
            .filter(variable -> variable.startsWith(SESSION));
    Stream<String> ofGuard =
        ProcessTable.now().children(pid).stream()
            .flatMap(child -> GUARD.matcher(child.commandLine()).results())
            .map(found -> SESSION + found.group(1));
    session = Stream.concat(ofHelpers, ofGuard).limit(1).toList();
  }

  /** What is in the environment of every job, whatever it was called with. */
  private Stream<String> jobMark() {
    return session.stream().map(mark -> JOB + mark.substring(SESSION.length()) + ".");
  }

  List<Proc> helpers() {
    return ProcessTable.now().children(pid).stream().filter(Lookout::isJvm).toList();
  }

  /**
   * Whether there are so many helpers, and the server has a thread that reads each of them: before
   * that it holds descriptors that are to be theirs. Only the helpers are counted if another
   * process stands between this one and the server.
   */
  public boolean hasHelpers(int count) {
    return jvmsBelow() >= count && readHelpers().orElse(count) >= count;
  }

  /** Whether there are more; false if another process stands between this one and the server. */
  public boolean hasMoreHelpers(int count) {
    return readHelpers().orElse(count) > count;
  }

  private Optional<Integer> readHelpers() {
    return Proc.read(pid)
        .filter(Lookout::isJvm)
        .map(server -> Footprint.of(pid).threads().getOrDefault(HEARS_HELPER, 0));
  }

  private long jvmsBelow() {
    return ProcessTable.now().below(pid).stream().filter(Lookout::isJvm).count();
  }

  private static boolean isJvm(Proc process) {
    return process.running() && process.name().equals("java");
  }

  public List<Proc> family() {
    List<Proc> family = new ArrayList<>(ProcessTable.now().below(pid));
    Proc.read(pid).ifPresent(family::add);
    return family;
  }

  public Sighting awaitGone(Job job, Duration within) {
    return OBSERVER.awaitNone(Search.token(job.token()), Deadline.in(within));
  }

  public Sighting awaitNoJobs(Duration within) {
    List<String> tokens = Stream.concat(Stream.of(workplace.jobs()), jobMark()).toList();
    return OBSERVER.awaitNone(
        new Search(tokens, List.of(), 0).andZombiesBelow(pid), Deadline.in(within));
  }

  public Sighting awaitNothing(List<Proc> family, Duration within) {
    return OBSERVER.awaitNone(everything().and(family), Deadline.in(within));
  }

  /** Kill what is left; only what carries a token of this server is touched. */
  public void clean() {
    OBSERVER.killAll(everything(), Deadline.in(CLEANING));
  }

  private Search everything() {
    List<String> tokens = new ArrayList<>(session);
    tokens.add(workplace.server());
    return new Search(tokens, List.of(), 0);
  }
}
