package dev.bullpen.helper.shell;

import dev.bullpen.helper.leader.ScriptGroup;
import dev.bullpen.posix.Child;
import dev.bullpen.posix.ChildList;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.EnvironmentBlock;
import dev.bullpen.posix.ExitStatus;
import dev.bullpen.posix.Poll;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.ReadBuffer;
import dev.bullpen.posix.Signal;
import dev.bullpen.posix.SocketPair;
import dev.bullpen.posix.Spawn;
import dev.bullpen.posix.SpawnRequest;
import dev.bullpen.posix.WriteBuffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A shell that waits for jobs of one script. For each it forks; the child reads what to do from a
 * pipe of ours, and the shell waits for the child and says its status. It is told and says so on a
 * socket, which no job can open, so that none gives another or says a status in its place.
 *
 * <p>It leads a process group of its own, in which its jobs are too, and has no child between two
 * jobs. When we are gone it ends by itself.
 */
final class WarmShell {
  /** After the script's path, which is {@code $0} here as where a script is started. */
  private static final String PROGRAM =
      "while read -r %1$s; do ( . \"/proc/$PPID/fd/$%1$s\" ); echo $?; done"
          .formatted(JobText.LOOP_VARIABLE);

  private static final String BASH = "bash";
  private static final int STATUS_DIGITS = 3;
  private static final int TEN = 10;
  private static final ReadBuffer SAID = new ReadBuffer();
  private static final WriteBuffer TOLD = new WriteBuffer();

  private final WarmStart start;
  private final int pid;
  private final ScriptGroup group;
  private final ChildList children;
  private final Descriptor talk;
  private final Poll answer = new Poll(1);
  private boolean silent;

  private WarmShell(WarmStart start, int pid, ChildList children, Descriptor talk) {
    this.start = start;
    this.pid = pid;
    this.group = new ScriptGroup(pid);
    this.children = children;
    this.talk = talk;
    answer.set(0, talk.number());
  }

  /**
   * Start it.
   *
   * @throws IOException if it could not be started, or not be watched; nothing is left then
   */
  static WarmShell start(WarmStart start) throws IOException {
    SocketPair talk = SocketPair.open();
    try {
      int pid =
          Spawn.spawn(
              new SpawnRequest(
                  argv(start),
                  environment(start),
                  Optional.of(Path.of(start.directory())),
                  Map.of(0, talk.theirs().number(), 1, talk.theirs().number()),
                  SpawnRequest.Placement.GROUP));
      talk.theirs().close();
      return new WarmShell(start, pid, children(pid), talk.ours());
    } catch (IOException e) {
      talk.close();
      throw e;
    }
  }

  private static ChildList children(int pid) throws IOException {
    try {
      return ChildList.of(pid);
    } catch (IOException e) {
      Child.signal(pid, Signal.KILL);
      Child.await(pid);
      throw e;
    }
  }

  /**
   * Options of the first line are for the script, and set by {@link JobText}. A bash whose input is
   * a socket takes itself for a remote shell, which reads the user's {@code .bashrc}.
   */
  private static List<String> argv(WarmStart start) {
    List<String> argv = new ArrayList<>(start.shell());
    argv.removeIf(word -> word.startsWith("-"));
    if (argv.get(argv.size() - 1).endsWith(BASH)) {
      argv.add("--norc");
    }
    argv.addAll(List.of("-c", PROGRAM, start.script()));
    return argv;
  }

  private static EnvironmentBlock environment(WarmStart start) {
    StringBuilder block = new StringBuilder();
    start.environment().forEach(variable -> block.append(variable).append('\0'));
    return EnvironmentBlock.ofBytes(block.toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  WarmStart start() {
    return start;
  }

  /** Its number, and its group's, until {@link #bury}. */
  int pid() {
    return pid;
  }

  /** To be watched: it has something to say, or has ended. */
  int status() {
    return talk.number();
  }

  /** Who it has forked. */
  List<Integer> children() throws IOException {
    return children.now();
  }

  /** Who of them is in its group. */
  List<Integer> members() throws IOException {
    return children().stream().filter(group::has).toList();
  }

  /**
   * Have it do a job.
   *
   * @param text what the child is to do, to be kept open until there is a status
   * @throws PosixException if it has ended
   */
  void give(Descriptor text) throws IOException {
    byte[] line = (text.number() + "\n").getBytes(StandardCharsets.US_ASCII);
    TOLD.writeTo(talk, line, 0, line.length);
  }

  /** Whether {@link #takeStatus} would not wait. */
  boolean hasAnswered() throws PosixException {
    return answer.look();
  }

  /**
   * The status of its child; empty if the shell has ended itself before its child did, or what was
   * said is none.
   */
  Optional<Integer> takeStatus() throws PosixException {
    byte[] line = said();
    silent = line.length == 0;
    int digits = line.length - 1;
    if (digits < 1 || digits > STATUS_DIGITS || line[digits] != '\n') {
      return Optional.empty();
    }
    int number = 0;
    for (int at = 0; at < digits; at++) {
      if (line[at] < '0' || line[at] > '9') {
        return Optional.empty();
      }
      number = number * TEN + line[at] - '0';
    }
    return Optional.of(number);
  }

  private byte[] said() throws PosixException {
    return SAID.readFrom(talk);
  }

  /** Whether {@link #takeStatus} has found the end of all it says: it is about to end. */
  boolean isSilent() {
    return silent;
  }

  /** Whether it has ended, and who was its child is ours by now. */
  boolean hasEnded() throws PosixException {
    return Child.hasEnded(pid);
  }

  /** To it and its whole group. */
  void signal(Signal signal) throws PosixException {
    group.signal(signal);
  }

  /** Wait for its end; no signal may follow. */
  ExitStatus bury() throws PosixException {
    ExitStatus how = Child.await(pid);
    talk.close();
    children.close();
    return how;
  }
}
