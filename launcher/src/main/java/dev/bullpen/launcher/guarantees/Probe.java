package dev.bullpen.launcher.guarantees;

import dev.bullpen.pool.setting.GuardPath;
import dev.bullpen.posix.Cgroup;
import dev.bullpen.posix.Child;
import dev.bullpen.posix.CurrentFolder;
import dev.bullpen.posix.EnvironmentBlock;
import dev.bullpen.posix.ExitStatus;
import dev.bullpen.posix.PidFd;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.ProcFolder;
import dev.bullpen.posix.ProcessGroup;
import dev.bullpen.posix.ReadBuffer;
import dev.bullpen.posix.Self;
import dev.bullpen.posix.Signal;
import dev.bullpen.posix.Spawn;
import dev.bullpen.posix.SpawnRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tries each layer on processes of its own, in a process that has no other children, and leaves
 * none of them: each waits for the end of a pipe that this process holds, so that it ends with this
 * process, whatever ends that.
 */
final class Probe {
  /** Where each process has the pipe. */
  private static final int LIFE_LINE = 3;

  /** Says that it is there: a program that is only just beginning has no environment yet. */
  private static final String STAYS = "echo; read _ <&3";

  /** It goes into a session of its own, and its parent ends. */
  private static final String GETS_AWAY = "setsid sh -c 'read _ <&3' & exit 0";

  /** Far more than a killed process needs. */
  private static final Duration GONE_WITHIN = Duration.ofSeconds(2);

  /** What the guard does with either kind of grep: one may stop at the NUL behind a variable. */
  private static final String LOOKS_FOR =
      "grep -q -a '[B]%1$s' %2$s || tr '\\000' '\\n' <%2$s | grep -q -x '[B]%1$s'";

  private static final String HANGUP_IGNORED =
      "SIGHUP is ignored, as nohup has it, by whatever started this command; try it without";

  private static final String WORD = "BULLPEN_PROBE=here";

  private final Pipe life;

  private Probe(Pipe life) {
    this.life = life;
  }

  /**
   * What works here; what cannot be tried does not.
   *
   * @throws UncheckedIOException if not even a pipe can be had
   */
  static Findings find() {
    try (Pipe life = Pipe.open()) {
      return new Probe(life).findings();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Processes as they are in the middle of the trials: one that stays, and one in a session of its
   * own. For tests.
   */
  static List<Integer> halfway() throws IOException {
    Self.becomeSubReaper();
    Probe probe = new Probe(Pipe.open());
    Child.await(probe.start(GETS_AWAY, Map.of()));
    List<Integer> trials = new ArrayList<>(Self.children());
    trials.add(probe.startOneThatStays());
    return trials;
  }

  private Findings findings() {
    Findings findings = new Findings();
    add(findings, Layer.GROUP, this::endsGroups);
    add(findings, Layer.SUB_REAPER, this::adopts);
    add(findings, Layer.REFERENCES, PidFd::available);
    add(findings, Layer.MARKER, this::findsWords);
    add(findings, Layer.GUARD, this::findsAsTheGuardDoes);
    add(findings, Layer.PARENT, Probe::endsWithItsClient);
    add(findings, Layer.CGROUP, this::endsCgroups);
    return findings;
  }

  private interface Trial {
    boolean succeeds() throws IOException;
  }

  private static void add(Findings findings, Layer layer, Trial trial) {
    try {
      if (trial.succeeds()) {
        findings.works(layer);
      }
    } catch (IOException e) {
      findings.fails(layer, e.getMessage());
    }
  }

  private int start(String script, Map<Integer, Integer> more) throws PosixException {
    Map<Integer, Integer> descriptors = new HashMap<>(more);
    descriptors.put(LIFE_LINE, life.reading().number());
    return Spawn.spawn(
        new SpawnRequest(
            List.of("/bin/sh", "-c", script),
            EnvironmentBlock.of(
                Map.of("PATH", GuardPath.of(System.getenv()), "BULLPEN_PROBE", "here")),
            Optional.of(CurrentFolder.orRoot()),
            descriptors,
            SpawnRequest.Placement.GROUP));
  }

  /** A process that is there, and stays. */
  private int startOneThatStays() throws PosixException {
    try (Pipe said = Pipe.open()) {
      int pid = start(STAYS, Map.of(1, said.writing().number()));
      said.writing().close();
      new ReadBuffer().readFrom(said.reading());
      return pid;
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

  /** The host has it, unless this very process was told not to. */
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
    int pid = startOneThatStays();
    try {
      Optional<Path> environment = environment(pid);
      return environment.isPresent()
          && Files.readString(environment.get(), StandardCharsets.ISO_8859_1).contains(WORD);
    } finally {
      end(pid);
    }
  }

  /** It is a shell, and what it knows of processes comes from grep. */
  private boolean findsAsTheGuardDoes() throws IOException {
    int pid = startOneThatStays();
    try {
      Optional<Path> environment = environment(pid);
      return environment.isPresent()
          && Child.await(start(LOOKS_FOR.formatted(WORD.substring(1), environment.get()), Map.of()))
              .equals(new ExitStatus.Exited(0));
    } finally {
      end(pid);
    }
  }

  private static Optional<Path> environment(int pid) {
    return ProcFolder.of(pid).map(folder -> folder.resolve("environ")).filter(Files::exists);
  }
}
