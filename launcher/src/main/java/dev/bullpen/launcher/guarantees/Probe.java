package dev.bullpen.launcher.guarantees;

import dev.bullpen.pool.setting.GuardPath;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.IoBuffer;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.cgroup.Cgroup;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.PidFd;
import dev.bullpen.posix.proc.ProcFolder;
import dev.bullpen.posix.proc.ProcessGroup;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.HiddenProgram;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Tries each layer on processes that it starts, in a process that has no other children. Each of
 * them waits for the end of a pipe that this process holds, so none outlives this process.
 */
final class Probe {
  private static final int LIFE_LINE = 3;

  /** Reports its start, because a process in execve(2) shows no environment yet. */
  private static final String STAYS = "echo; read _ <&3";

  /** A process that enters a session of its own, and whose parent ends. */
  static final String GETS_AWAY = "setsid sh -c 'read _ <&3' & exit 0";

  private static final Duration GONE_WITHIN = Duration.ofSeconds(2);

  /** The guard's search, for both kinds of grep: some have no {@code -z}. */
  private static final String GUARD_SEARCH =
      "grep -q -a -z -x '[B]%1$s' %2$s || tr '\\n\\000' '\\001\\n' <%2$s | grep -q -x '[B]%1$s'";

  private static final String HANGUP_IGNORED =
      "the process that started this command ignores SIGHUP, as nohup does; try again without it";

  private static final String NOT_SHOWN =
      "/proc does not show processes that hide, as helpers do: mount it without hidepid, or with gid="
          + " of a group that the server's user is in; in a service of systemd set"
          + " ProtectProc=default";

  private static final String WORD = "BULLPEN_PROBE=here";
  private static final String SHELL = "/bin/sh";

  private static final int COPY = 4;

  private final Pipe life;

  Probe(Pipe life) {
    this.life = life;
  }

  /**
   * Tries all layers. A layer that cannot be tried counts as not working.
   *
   * @throws UncheckedIOException if no pipe can be opened
   */
  static List<Layer.Finding> find() {
    try (Pipe life = Pipe.open()) {
      return new Probe(life).findings();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Layer.Finding> findings() {
    return List.of(
        tried(Layer.GROUP, this::endsGroups),
        tried(Layer.SUB_REAPER, this::adopts),
        tried(Layer.REFERENCES, PidFd::available),
        tried(Layer.MARKER, this::findsWords),
        tried(Layer.GUARD, this::findsAsTheGuardDoes),
        tried(Layer.PARENT, Probe::endsWithItsClient),
        tried(Layer.CGROUP, this::endsCgroups));
  }

  private interface Trial {
    boolean succeeds() throws IOException;
  }

  private static Layer.Finding tried(Layer layer, Trial trial) {
    try {
      return trial.succeeds() ? layer.works() : layer.fails(Optional.empty());
    } catch (IOException e) {
      return layer.fails(Optional.of(e.getMessage()));
    }
  }

  int start(String script, Map<Integer, Integer> more) throws PosixException {
    return start(SHELL, script, more);
  }

  private int start(String program, String script, Map<Integer, Integer> more)
      throws PosixException {
    Map<Integer, Integer> descriptors = new HashMap<>(more);
    descriptors.put(LIFE_LINE, life.reading().number());
    return Spawn.spawn(
        program,
        new SpawnRequest(
            List.of(SHELL, "-c", script, "sh", WORD),
            EnvironmentBlock.of(
                Map.of("PATH", GuardPath.of(System.getenv()), "BULLPEN_PROBE", "here")),
            Optional.of(Self.folderOrRoot()),
            descriptors,
            SpawnRequest.Placement.GROUP));
  }

  int startOneThatStays() throws PosixException {
    return startOneThatStays(SHELL, Map.of());
  }

  private int startOneThatStays(String program, Map<Integer, Integer> more) throws PosixException {
    try (Pipe said = Pipe.open()) {
      Map<Integer, Integer> descriptors = new HashMap<>(more);
      descriptors.put(1, said.writing().number());
      int pid = start(program, STAYS, descriptors);
      said.writing().close();
      new IoBuffer().readFrom(said.reading());
      return pid;
    }
  }

  /** Starts one that hides, as helpers do, where the system allows it. */
  int startHidden() throws IOException {
    try (Descriptor copy = HiddenProgram.copy(Path.of(SHELL))) {
      return startOneThatStays(HiddenProgram.path(COPY), Map.of(COPY, copy.number()));
    } catch (IOException noCopy) {
      return startOneThatStays();
    }
  }

  private static ExitStatus end(int pid) throws PosixException {
    new ProcessGroup(pid).signal(Signal.KILL);
    return Child.await(pid);
  }

  private boolean endsGroups() throws IOException {
    return end(startOneThatStays()) instanceof ExitStatus.Signalled;
  }

  private boolean adopts() throws IOException {
    if (!Self.becomeSubReaper()) {
      return false;
    }
    Child.await(start(GETS_AWAY, Map.of()));
    List<Integer> adopted = Self.children();
    for (int pid : adopted) {
      Child.signal(pid, Signal.KILL);
      Child.await(pid);
    }
    return !adopted.isEmpty();
  }

  /** Works on every Linux host, unless this process ignores SIGHUP. */
  private static boolean endsWithItsClient() throws IOException {
    if (ProcFolder.of(Self.pid()).isPresent() && !Self.endsOnHangup()) {
      throw new IOException(HANGUP_IGNORED);
    }
    return Self.endsOnHangup();
  }

  private boolean endsCgroups() throws IOException {
    Cgroup trial = Cgroup.own().make("bullpen-trial-" + Self.pid());
    int pid = startOneThatStays();
    try {
      trial.take(pid);
      trial.kill();
      return trial.awaitEmpty(GONE_WITHIN);
    } finally {
      end(pid);
      trial.remove();
    }
  }

  private boolean findsWords() throws IOException {
    return finds(file -> ProcFolder.words(file).contains(WORD));
  }

  /** The guard is a shell that searches {@code /proc} with grep. */
  private boolean findsAsTheGuardDoes() throws IOException {
    return finds(
        file ->
            Child.await(start(GUARD_SEARCH.formatted(WORD.substring(1), file), Map.of()))
                .equals(new ExitStatus.Exited(0)));
  }

  private interface Search {
    boolean hasWordIn(Path file) throws IOException;
  }

  private boolean finds(Search search) throws IOException {
    if (!finds(search, startOneThatStays(), "environ")) {
      return false;
    }
    if (!finds(search, startHidden(), "cmdline")) {
      throw new IOException(NOT_SHOWN);
    }
    return true;
  }

  private static boolean finds(Search search, int pid, String file) throws IOException {
    try {
      Optional<Path> shown = ProcFolder.of(pid).map(folder -> folder.resolve(file));
      return shown.isPresent() && search.hasWordIn(shown.get());
    } finally {
      end(pid);
    }
  }

  /** The layers that end processes, in the order in which they act. */
  enum Layer {
    GROUP(
        "a script leads a process group, which is signalled as a whole",
        "only the script itself would be signalled",
        "F4",
        "F5",
        "F7"),
    SUB_REAPER(
        "a helper adopts the processes that have left its script's group or session, and ends them",
        "a daemon that forks twice survives its job; it needs Linux",
        "F6",
        "F8",
        "F28"),
    REFERENCES(
        "a process that is not a child is signalled by a reference to it, never by its number",
        "a number is checked just before it is signalled; references need Linux 5.3",
        "F15",
        "F26"),
    MARKER(
        "processes of a dead helper's job are found by a word in their environment",
        "processes that a killed helper had not ended are not found; it needs Linux, and a /proc that"
            + " also shows hidden processes",
        "F15",
        "F17"),
    GUARD(
        "a separate process ends all others when the server itself is killed",
        "helpers end their scripts when they notice the server's end, unless they are stopped or"
            + " busy; it needs Linux, a /proc that shows hidden processes, and grep (with BusyBox"
            + " also tr) in /usr/bin, /bin or PATH",
        "F1",
        "F2"),
    PARENT(
        "the end of the client is noticed although another process holds its pipes",
        "a server whose client is killed may stay as long as a process holds its pipes; it needs"
            + " Linux, and not to be started by nohup",
        "F3"),
    CGROUP(
        true,
        "each helper has a cgroup of its own, which is killed as a whole",
        "a process that has dropped its marker survives if its helper and the server are killed in the"
            + " same moment, or if its helper is killed and the server has children of others",
        "F1",
        "F15");

    /** Whether everything that is promised for Linux holds without this layer. */
    final boolean extra;

    private final String words;

    private final String without;

    /** The numbers of the faults, in the page of faults, whose tests need this layer. */
    final List<String> faults;

    Layer(String words, String without, String... faults) {
      this(false, words, without, faults);
    }

    Layer(boolean extra, String words, String without, String... faults) {
      this.extra = extra;
      this.words = words;
      this.without = without;
      this.faults = List.of(faults);
    }

    Finding works() {
      return new Finding(this, true, Optional.empty());
    }

    Finding fails(Optional<String> why) {
      return new Finding(this, false, why);
    }

    /** Whether a layer works on this host; if not, the reason if it is known. */
    record Finding(Layer layer, boolean active, Optional<String> why) {
      String means() {
        return active
            ? layer.words
            : layer.without + why.map(reason -> "; here " + reason).orElse("");
      }

      /** Whether a promise is missing because this layer does not work. */
      boolean isMissing() {
        return !active && !layer.extra;
      }
    }

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
