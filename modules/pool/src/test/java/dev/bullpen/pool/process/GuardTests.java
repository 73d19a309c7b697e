package dev.bullpen.pool.process;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ProcessGroup;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The guard's script by itself: what it finds and ends when its life-line is cut, and when it is
 * dismissed.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class GuardTests {
  /** Of this JVM alone: a guard ends every process on this machine with its token. */
  private static final String TOKEN = "guard-tests-" + UUID.randomUUID();

  private static final String SESSION_WORD = "BULLPEN_SESSION=" + TOKEN;
  private static final String HELPER_WORD = "BULLPEN_HELPER=" + TOKEN;

  /** For whom the guard has ended before it went. */
  private static final Duration MOMENT = Duration.ofSeconds(2);

  /** A guard that waits for a dead child pauses fifty times, or for two seconds. */
  private static final int MOST_PAUSES = 8;

  @TempDir Path parent;

  private Path folder;

  @BeforeEach
  void make_a_folder_with_something_in_it() throws IOException {
    folder = parent.resolve("-a 'folder' \"of\" $HOME");
    Files.createDirectories(folder.resolve("helper-1/deep"));
    Files.writeString(folder.resolve("helper-1/args.json"), "{}");
    Files.createFile(parent.resolve("bystander"));
  }

  @AfterEach
  void the_folder_is_gone_and_nothing_else() {
    assertFalse(Files.exists(folder));
    assertTrue(Files.exists(parent.resolve("bystander")));
  }

  static int spawn(String script, Map<String, String> environment, Optional<Pipe> output)
      throws IOException {
    Map<String, String> all = new HashMap<>(environment);
    all.put("PATH", "/usr/bin:/bin");
    return Spawn.spawn(
        new SpawnRequest(
            List.of("/bin/sh", "-c", script),
            EnvironmentBlock.of(all),
            Optional.empty(),
            output.map(pipe -> Map.of(1, pipe.writing().number())).orElse(Map.of()),
            SpawnRequest.Placement.SESSION));
  }

  private int guard(Pipe lifeLine) throws IOException {
    return guard(lifeLine, folder.toString());
  }

  static int guard(Pipe lifeLine, String... words) throws IOException {
    return guard("/usr/bin:/bin", lifeLine, words);
  }

  private static String script() throws IOException {
    try (InputStream in = Guard.class.getResourceAsStream("guard.sh")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static int guard(String path, Pipe lifeLine, String... words) throws IOException {
    return guard("", path, lifeLine, words);
  }

  /**
   * @param prefix a command that runs another
   */
  private static int guard(String prefix, String path, Pipe lifeLine, String... words)
      throws IOException {
    int pid =
        Spawn.spawn(
            new SpawnRequest(
                Stream.concat(
                        Stream.of("/bin/sh", "-c", "exec " + prefix + "/bin/sh -c \"$@\"", "sh"),
                        Stream.concat(Stream.of(script(), "guard", TOKEN), Stream.of(words)))
                    .toList(),
                EnvironmentBlock.of(Map.of("PATH", path)),
                Optional.empty(),
                Map.of(0, lifeLine.reading().number()),
                SpawnRequest.Placement.SESSION));
    lifeLine.reading().close();
    return pid;
  }

  /** A grep that knows nothing of lines that end at a NUL, and sees no further than the first. */
  private static final String GREP_OF_LINES =
      """
      #!/bin/sh
      case "$*" in
        *mountinfo*) exec /usr/bin/grep "$@" ;;
        *environ*) exit 1 ;;
      esac
      sed 's/\\x00.*//' | /usr/bin/grep "$@"
      """;

  /** A folder of programs with such a grep; or with none, and hardly anything else. */
  private Path programs(boolean hasGrep) throws IOException {
    Path bin = Files.createDirectory(parent.resolve("bin"));
    if (hasGrep) {
      Path grep = Files.writeString(bin.resolve("grep"), GREP_OF_LINES);
      assertTrue(grep.toFile().setExecutable(true));
    } else {
      assertTrue(isDone("ln -s \"$(command -v rm)\" '%s/rm'".formatted(bin)));
    }
    return bin;
  }

  @Test
  void who_only_speaks_of_a_helper_on_its_command_line_is_left_alone() throws IOException {
    List<Integer> speakers = startSpeakers();
    int marked = onCommandLine(SESSION_WORD + " " + HELPER_WORD);
    Pipe lifeLine = Pipe.ofSockets();
    int guard = guard(lifeLine);
    lifeLine.writing().close();
    Child.await(guard);
    try {
      assertTrue(Child.awaitEnd(marked, MOMENT), "the helper lives");
    } finally {
      end(marked);
      assertLiveAndEnd(speakers);
    }
  }

  /** Processes that have the words of a helper's command line on their own, otherwise. */
  private static List<Integer> startSpeakers() throws IOException {
    List<Integer> speakers = new ArrayList<>();
    for (String words :
        List.of(
            "-af " + HELPER_WORD, // of pgrep
            SESSION_WORD,
            "'%s %s'".formatted(SESSION_WORD, HELPER_WORD),
            "'+/see\n%s\n%s\n'".formatted(SESSION_WORD, HELPER_WORD),
            "%s %s file".formatted(SESSION_WORD, HELPER_WORD))) {
      speakers.add(onCommandLine(words));
    }
    return speakers;
  }

  private static void assertLiveAndEnd(List<Integer> speakers) throws IOException {
    List<Integer> ended = new ArrayList<>();
    for (int speaker : speakers) {
      if (Child.awaitEnd(speaker, Duration.ZERO)) {
        ended.add(speakers.indexOf(speaker));
      }
      end(speaker);
    }
    assertEquals(List.of(), ended, "the numbers of those that were ended");
  }

  /** A process without an environment of its own, and with these words behind its name. */
  private static int onCommandLine(String words) throws IOException {
    Pipe ready = Pipe.open();
    int pid =
        spawn(
            "exec env -i sh -c 'echo; exec >&-; kill -STOP $$' name " + words,
            Map.of(),
            Optional.of(ready));
    ready.writing().close();
    assertEquals('\n', new DescriptorInput(ready.reading()).read());
    ready.reading().close();
    return pid;
  }

  @Test
  void at_the_end_of_its_life_line_it_ends_the_marked_and_what_hides_below_a_stopped_helper()
      throws IOException {
    Self.becomeSubReaper();
    Pipe lifeLine = Pipe.open();
    int guard = guard(lifeLine);
    int bystander = spawn("exec sleep 60", Map.of(), Optional.empty());
    int script = spawn("exec sleep 60", Map.of("BULLPEN_SESSION", TOKEN), Optional.empty());
    // Its child has dropped the token and left the session.
    int helper = stoppedHelperWith("env -i /usr/bin/setsid /bin/sleep 60");
    lifeLine.writing().close();
    Child.await(guard);
    assertEquals(9, Child.await(script).shellCode() - 128);
    assertEquals(9, Child.await(helper).shellCode() - 128);
    for (int adopted : Self.children()) {
      if (adopted != bystander) {
        assertEquals(9, Child.await(adopted).shellCode() - 128, "what hid below the helper");
      }
    }
    assertEquals(Optional.empty(), Child.poll(bystander), "who carries no token is left alone");
    Child.signal(bystander, Signal.KILL);
    Child.await(bystander);
    assertFalse(Child.any());
  }

  /** A stand-in for a helper, stopped, with a child. */
  private static int stoppedHelperWith(String child) throws IOException {
    Pipe ready = Pipe.open();
    int helper =
        spawn(
            child + " >/dev/null & echo ready; kill -STOP $$",
            Map.of("BULLPEN_SESSION", TOKEN, "BULLPEN_HELPER", TOKEN),
            Optional.of(ready));
    ready.writing().close();
    assertEquals('r', new DescriptorInput(ready.reading()).read());
    return helper;
  }

  /** As what a helper starts between a guard's last scan and its own end. */
  @Tag("slow")
  @Test
  void what_no_scan_finds_goes_with_its_group() throws IOException {
    Self.becomeSubReaper();
    Pipe lifeLine = Pipe.open();
    int guard = guard(lifeLine);
    int helper = stoppedHelperWith("sh -c 'env -i sleep 60 & env -i setsid sleep 60 &'; true");
    List<Integer> orphans = new ArrayList<>(Self.children());
    orphans.removeAll(List.of(guard, helper));
    ProcessGroup group = new ProcessGroup(helper);
    await().until(() -> orphans.stream().filter(group::has).count() == 1); // the other has left it
    lifeLine.writing().close();
    Child.await(guard);
    assertEquals(9, Child.await(helper).shellCode() - 128);
    int ended = 0;
    for (int orphan : orphans) {
      ended += Child.awaitEnd(orphan, MOMENT) ? 1 : 0;
      end(orphan);
    }
    for (int adopted : Self.children()) {
      end(adopted);
    }
    assertEquals(2, orphans.size(), "the control had no orphans");
    assertEquals(1, ended, "only the one in the helper's group can be found");
  }

  @Test
  void a_dead_child_of_a_stopped_helper_is_not_waited_for() throws IOException {
    Self.becomeSubReaper();
    Path bin = Files.createDirectory(parent.resolve("bin"));
    Path pauses = parent.resolve("pauses");
    Path sleep =
        Files.writeString(
            bin.resolve("sleep"),
            "#!/bin/sh\necho >>%s\nexec /bin/sleep \"$@\"\n".formatted(pauses));
    assertTrue(sleep.toFile().setExecutable(true));
    Pipe lifeLine = Pipe.open();
    int guard = guard(bin + ":/usr/bin:/bin", lifeLine, folder.toString());
    int helper = stoppedHelperWith("sleep 60");
    lifeLine.writing().close();
    Child.await(guard);
    assertEquals(9, Child.await(helper).shellCode() - 128);
    for (int adopted : Self.children()) {
      assertEquals(9, Child.await(adopted).shellCode() - 128);
    }
    int paused = Files.readAllLines(pauses).size();
    assertTrue(paused <= MOST_PAUSES, "it has waited %d times".formatted(paused));
  }

  @Test
  void the_marked_are_ended_where_proc_has_the_numbers_of_the_pid_namespace_around()
      throws IOException {
    String unshare = "unshare --pid --fork ";
    assumeOrClear(isDone(unshare + "true 2>/dev/null"), "no pid namespace can be made here");
    Map<String, String> variables =
        Map.of("GUARD", script(), "TOKEN", TOKEN, "FOLDER", folder.toString());
    int namespace =
        spawn(
            unshare
                + """
                /bin/sh -c '
                BULLPEN_SESSION=$TOKEN sh -c "echo; exec sleep 300" >"$FOLDER/ready" & marked=$!
                sleep 300 & bystander=$!
                until [ -s "$FOLDER/ready" ]; do sleep 0.01; done
                sh -c "$GUARD" guard "$TOKEN" "$FOLDER" </dev/null
                wait $marked
                [ $? -eq 137 ] && kill $bystander'
                """,
            variables,
            Optional.empty());
    assertEquals(0, Child.await(namespace).shellCode(), "the marked was not ended, or another was");
  }

  /**
   * With such a grep the guard starts several processes for each file of each process, so this runs
   * among few processes, if a pid namespace can be made.
   */
  @Test
  @Timeout(300)
  void the_marked_are_found_where_grep_sees_no_further_than_the_first_nul() throws IOException {
    String unshare = "unshare --pid --fork --mount-proc ";
    Map<String, String> variables =
        Map.of(
            "GUARD", script(),
            "TOKEN", TOKEN,
            "FOLDER", folder.toString(),
            "PROGRAMS", programs(true).toString());
    int all =
        spawn(
            (isDone(unshare + "true 2>/dev/null") ? unshare : "")
                + """
                /bin/sh -c '
                ready="$FOLDER/ready"
                BULLPEN_SESSION=$TOKEN sh -c "echo; exec sleep 300" >"$ready-1" & marked=$!
                speak() {
                  number=$1
                  shift
                  env -i sh -c "echo; exec >&-; kill -STOP \\$\\$" name "$@" >"$ready-$number" &
                  speakers="$speakers $!"
                }
                speakers=
                session=BULLPEN_SESSION=$TOKEN
                helper=BULLPEN_HELPER=$TOKEN
                speak 2 -af "$helper"
                speak 3 "$session"
                speak 4 "$session $helper"
                speak 5 "+/see
                $session
                $helper
                "
                speak 6 "$session" "$helper" file
                for number in 1 2 3 4 5 6; do
                  until [ -s "$ready-$number" ]; do sleep 0.01; done
                done
                PATH=$PROGRAMS:$PATH sh -c "$GUARD" guard "$TOKEN" "$FOLDER" </dev/null
                wait $marked
                [ $? -eq 137 ] || exit 1
                for speaker in $speakers; do
                  kill $speaker
                  kill -CONT $speaker
                  wait $speaker
                  [ $? -eq 143 ] || exit 2
                done'
                """,
            variables,
            Optional.empty());
    assertEquals(0, Child.await(all).shellCode(), "1: the marked lives, 2: another was ended");
  }

  @Test
  void the_marked_are_found_where_there_is_no_grep() throws IOException {
    int bystander = spawn("exec sleep 300", Map.of(), Optional.empty());
    int script = spawn("exec sleep 300", Map.of("BULLPEN_SESSION", TOKEN), Optional.empty());
    List<Integer> speakers = startSpeakers();
    Pipe lifeLine = Pipe.open();
    int guard = guard(programs(false).toString(), lifeLine, folder.toString());
    lifeLine.writing().close();
    Child.await(guard);
    try {
      assertTrue(Child.awaitEnd(script, MOMENT), "the marked lives");
      assertFalse(Child.awaitEnd(bystander, Duration.ZERO), "the bystander was ended");
    } finally {
      end(script);
      end(bystander);
      assertLiveAndEnd(speakers);
    }
  }

  private static void end(int pid) throws IOException {
    Child.signal(pid, Signal.KILL);
    Child.await(pid);
  }

  /** Also where a test is left out the folder is gone after it. */
  private void assumeOrClear(boolean possible, String otherwise) throws IOException {
    if (!possible) {
      cutLifeLineOf(folder);
    }
    assumeTrue(possible, otherwise);
  }

  @Test
  void one_that_cannot_be_ended_below_a_stopped_helper_protects_no_other() throws IOException {
    String nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups ";
    String root = "'" + parent.resolve("as-root") + "' --reuid 0 --regid 0 --clear-groups ";
    assumeOrClear(
        isDone(
            """
            cd '%s' && cp "$(command -v setpriv)" as-root && chmod 4755 as-root && chmod 755 . && chown -R 65534 . &&
              chown 0 as-root && chmod 4755 as-root && [ "$(%s %s id -u)" = 0 ]
            """
                .formatted(parent, nobody, root)),
        "this user cannot become another: run this as root");
    Self.becomeSubReaper();
    Pipe ready = Pipe.open();
    DescriptorInput said = new DescriptorInput(ready.reading());
    Map<String, String> marker = Map.of("BULLPEN_SESSION", TOKEN);
    int marked =
        spawn("exec %s sh -c 'echo; exec sleep 60'".formatted(nobody), marker, Optional.of(ready));
    assertEquals('\n', said.read());
    int helper =
        spawn(
            """
            export ROOT="%s"; exec %s sh -c '
            eval "exec $ROOT sleep 60" >/dev/null &
            while kill -0 $! 2>/dev/null; do :; done
            echo; kill -STOP $$'
            """
                .formatted(root, nobody),
            Map.of("BULLPEN_SESSION", TOKEN, "BULLPEN_HELPER", TOKEN),
            Optional.of(ready));
    assertEquals('\n', said.read());
    try {
      Pipe lifeLine = Pipe.open();
      int guard = guard(nobody, "/usr/bin:/bin", lifeLine, folder.toString());
      lifeLine.writing().close();
      Child.await(guard);
      assertTrue(Child.awaitEnd(marked, MOMENT), "the marked lives");
      assertTrue(Child.awaitEnd(helper, MOMENT), "the stopped helper lives");
      List<Integer> adopted = new ArrayList<>(Self.children());
      adopted.removeAll(List.of(marked, helper));
      assertEquals(1, adopted.size(), "the control shows nothing: root's process was ended");
    } finally {
      ready.close();
      end(marked);
      end(helper);
      for (int adopted : Self.children()) {
        end(adopted);
      }
    }
    assertFalse(Child.any());
  }

  @Test
  void what_is_mounted_in_its_folder_is_left_alone() throws IOException {
    cutLifeLineOf(folder);
    Path session = parent.resolve("bullpen-0123456789abcdef");
    Path mount = Files.createDirectories(session.resolve("tmp-1/mount"));
    Path outside = Files.createDirectory(parent.resolve("outside"));
    Path precious = Files.writeString(outside.resolve("file"), "precious");
    assumeTrue(
        isDone("mount --bind '%s' '%s' 2>/dev/null".formatted(outside, mount)),
        "this user cannot mount: run this as root");
    try {
      cutLifeLineOf(session);
      assertEquals("precious", Files.readString(precious));
    } finally {
      assertTrue(isDone("umount '%s'".formatted(mount)));
    }
    cutLifeLineOf(session);
    assertFalse(Files.exists(session), "nothing is mounted there any more");
    assertEquals("precious", Files.readString(precious));
  }

  private static boolean isDone(String script) throws IOException {
    return Child.await(spawn("PATH=$PATH:/usr/sbin:/sbin; " + script, Map.of(), Optional.empty()))
            .shellCode()
        == 0;
  }

  private static void cutLifeLineOf(Path folder) throws IOException {
    Pipe lifeLine = Pipe.open();
    int guard = guard(lifeLine, folder.toString());
    lifeLine.writing().close();
    Child.await(guard);
  }

  @Test
  void after_bye_it_ends_without_a_scan() throws IOException {
    Pipe lifeLine = Pipe.open();
    int guard = guard(lifeLine);
    int marked = spawn("exec sleep 60", Map.of("BULLPEN_SESSION", TOKEN), Optional.empty());
    new DescriptorOutput(lifeLine.writing()).write("bye\n".getBytes(StandardCharsets.US_ASCII));
    assertEquals(0, Child.await(guard).shellCode());
    assertEquals(Optional.empty(), Child.poll(marked));
    Child.signal(marked, Signal.KILL);
    Child.await(marked);
    lifeLine.close();
  }
}
