package dev.bullpen.faults.shortage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Diagnosis;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.JavaProviders;
import dev.bullpen.testkit.fixture.Namespaces;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Nobody;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Lookout;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import dev.bullpen.testkit.rig.Workplace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** F21: no more descriptors, processes or room on the disk, for a while. */
@Tag("F21")
class ShortageTests {
  private static final int CALLS = Size.repeat(20, 100);

  /** Answers of two hundred kilobytes: far more than may wait for a client. */
  private static final int HELD = 100;

  private static final int HELPERS = 3;
  private static final Duration SERVES_WITHIN = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** In which what is held back would have been answered, were there a thread. */
  private static final Duration CONTROL = Duration.ofSeconds(1);

  /** Descriptors 0 to 3; with this limit no other can be had, whatever is closed meanwhile. */
  private static final int ALWAYS_OPEN = 4;

  /** How often a client asks whether it is served again. */
  private static final Duration PACE = Duration.ofMillis(50);

  /** Longer than one variable of an environment may be: it comes to a script in a file. */
  private static final String LONG = "x".repeat(200_000);

  @TempDir Path folder;

  @Test
  void with_64_descriptors_every_call_is_served() {
    try (Rig rig = start(4 * HELPERS, sh("ulimit -S -n 64 && exec \"$@\""))) {
      assertEquals(Map.of("served", CALLS), answers(rig));
      assertTrue(rig.process().running());
    }
  }

  @Needs("prlimit")
  @Test
  void without_a_descriptor_left_calls_fail_with_a_reason_and_all_comes_back_also_the_guard()
      throws Exception {
    try (Rig rig = start(HELPERS, launcher -> launcher)) {
      assertServesAll(rig);
      limit(rig.process().pid(), "nofile", ALWAYS_OPEN);
      rig.helpers().forEach(helper -> Signal.KILL.to(helper.pid()));
      assertShort("no descriptor", answers(rig));
      limit(rig.process().pid(), "nofile", 1024);
      assertServes(rig, "descriptors");

      a_guard_that_dies_meanwhile_has_a_successor_afterwards(rig);

      // Last: folders that could not be watched are looked at again and again for some time.
      what_is_edited_meanwhile_takes_no_tool_away_and_is_seen_afterwards(rig);
    }
  }

  private static void a_guard_that_dies_meanwhile_has_a_successor_afterwards(Rig rig) {
    Proc guard = rig.guard().orElseThrow();
    limit(rig.process().pid(), "nofile", ALWAYS_OPEN);
    Signal.KILL.to(guard.pid());
    rig.process().stderr().assertSays("no guard until another can be started");
    assertEquals(Optional.empty(), rig.guard(), "the control shows nothing: there was one again");
    limit(rig.process().pid(), "nofile", 1024);
    assertTrue(Poll.until(Deadline.in(Mark.slack(SERVES_WITHIN)), () -> rig.guard().isPresent()));
    rig.process().stderr().assertSays("there is a guard again");
    rig.assertCalm();
  }

  private static void what_is_edited_meanwhile_takes_no_tool_away_and_is_seen_afterwards(Rig rig)
      throws IOException {
    List<String> before = tools(rig);
    int said = unread(rig);
    limit(rig.process().pid(), "nofile", ALWAYS_OPEN);
    Path metadata = rig.project().resolve("tools/edited/tool.meta.json");
    Files.writeString(metadata, Files.readString(metadata).replace("\"edited\"", "\"other\""));
    assertTrue(
        Poll.until(Deadline.in(PATIENCE), () -> unread(rig) > said), rig.process().stderr().text());
    assertEquals(before, tools(rig));
    limit(rig.process().pid(), "nofile", 1024);
    assertTrue(
        Poll.until(Deadline.in(Mark.slack(SERVES_WITHIN)), () -> tools(rig).contains("other")));
    assertFalse(tools(rig).contains("edited"));
  }

  /** How often the log says that something could not be read. */
  private static int unread(Rig rig) {
    return rig.process().stderr().text().split("cannot be read at the moment", -1).length;
  }

  private static List<String> tools(Rig rig) {
    return rig.client()
        .call("tools/list", Json.object())
        .result()
        .path("tools")
        .valueStream()
        .map(tool -> tool.path("name").stringValue(""))
        .toList();
  }

  @Needs({"prlimit", "setpriv"})
  @Test
  void without_a_thread_or_a_process_left_calls_fail_with_a_reason_and_all_comes_back() {
    try (Rig rig =
        start(
            HELPERS,
            launcher -> Nobody.starts(launcher.environment("TMPDIR", temporary().toString())))) {
      // First, before there are threads in reserve.
      a_request_that_needs_a_thread_fails_and_the_next_is_read(rig);

      assertServesAll(rig);
      rig.family().forEach(member -> limitProcesses(member.pid(), 1));
      assertShort("no process for scripts", answers(rig));
      rig.helpers().forEach(helper -> Signal.KILL.to(helper.pid()));
      assertShort("no process for helpers", answers(rig));
      rig.family().forEach(member -> limitProcesses(member.pid(), 4096));
      assertServes(rig, "processes");

      a_killed_server_leaves_neither_stopped_helpers_nor_its_folder(rig);
    }
  }

  private static void a_request_that_needs_a_thread_fails_and_the_next_is_read(Rig rig) {
    limitProcesses(rig.process().pid(), 1);
    Answer answer =
        rig.client().call("resources/read", Json.object().put("uri", "file:///no/such/file"));
    assertTrue(answer.errorText().contains("no further thread"), answer.toString());
    limitProcesses(rig.process().pid(), 4096);
    assertServes(rig, "threads");
  }

  private void a_killed_server_leaves_neither_stopped_helpers_nor_its_folder(Rig rig) {
    rig.begin(Rig.HOLD, 1);
    List<Proc> family = rig.family();
    family.forEach(member -> limitProcesses(member.pid(), 1));
    rig.helpers().forEach(helper -> Signal.STOP.to(helper.pid()));
    assertFalse(isEmpty(temporary()));
    rig.process().signal(Signal.KILL);
    rig.assertNothing(family, PATIENCE);
    assertTrue(Poll.until(Deadline.in(PATIENCE), () -> isEmpty(temporary())));
  }

  /** Where everybody may put something. */
  private Path temporary() {
    Sh.run("mkdir -p $1 && chmod 1777 $1 && chmod a+x ${1%/*}", folder.resolve("tmp").toString());
    return folder.resolve("tmp");
  }

  private static boolean isEmpty(Path folder) {
    return Sh.succeeds("test -z \"$(ls -A $1)\"", folder.toString());
  }

  @Needs({"prlimit", "setpriv"})
  @Test
  void without_a_thread_left_at_the_first_greeting_jobs_are_served_once_there_is_one() {
    Workplace workplace = Workplace.open(project -> {});
    McpClient client =
        new McpClient(
            Nobody.starts(workplace.launcher().workers(1, 1)).start(), Revision.V2025_11_25);
    Lookout lookout = new Lookout(workplace, client.process().pid());
    try {
      assertTrue(client.call("unknown", Json.object()).failed()); // it is there, and has not begun
      limitProcesses(client.process().pid(), 1);
      assertFalse(client.handshake().failed());
      client.process().stderr().assertSays("a task of the pool waits"); // or nothing was short
      limitProcesses(client.process().pid(), 4096);
      assertEquals(List.of("ok"), client.complete(Rig.FAST, "query", "").values());
      List<Proc> family = lookout.family();
      client.process().closeStdin();
      assertEquals("nothing left", lookout.awaitNothing(family, PATIENCE).toString());
    } finally {
      client.close();
      lookout.clean();
      workplace.close();
    }
  }

  @Needs({"prlimit", "setpriv"})
  @Test
  void without_a_thread_left_a_provider_in_java_is_not_started_and_its_helper_goes_on() {
    try (Rig rig =
        Rig.start(
                project ->
                    JavaProviders.add(
                        project, "pid", "return Suggestions.of(\"\" + " + JavaProviders.PID + ");"),
                launcher -> Nobody.starts(launcher.workers(1, 1)))
            .settled()) {
      List<Integer> helpers = rig.awaitHelpers(1);
      assertFalse(rig.client().complete("pid", "query", "").failed());
      limitProcesses(helpers.get(0), 1);
      // A thread that was begun before is there for the first.
      assertTrue(
          Poll.until(
              Deadline.in(PATIENCE),
              () ->
                  rig.client()
                      .complete("pid", "query", "")
                      .reason()
                      .equals(Optional.of("not-started"))));
      limitProcesses(helpers.get(0), 4096);
      assertFalse(rig.client().complete("pid", "query", "").failed());
      assertEquals(helpers, rig.awaitHelpers(1));
      rig.assertCalm();
    }
  }

  @Needs({"prlimit", "setpriv"})
  @Test
  void without_a_thread_left_requests_that_were_held_back_wait_for_one_and_are_answered() {
    try (Rig rig =
        Rig.start(
                project -> project.tool("long", "{'title':'" + LONG + "'}", ToolScripts.HELLO),
                launcher -> Nobody.starts(launcher.workers(1, 1)))
            .settled()) {
      Job last = rig.begin(Rig.HOLD, 1);
      rig.process().pauseReading();
      List<Long> asked =
          Stream.generate(() -> rig.client().send("tools/list", Json.object()))
              .limit(HELD)
              .toList();
      long held = rig.client().send("ping", Json.object());
      rig.client().cancel(last.id());
      rig.assertGone(last, PATIENCE); // so all before it has been read
      limitProcesses(rig.process().pid(), 1);
      rig.process().resumeReading();
      assertTrue(
          rig.process()
              .transcript()
              .awaitResponse(Long.toString(held), Deadline.in(CONTROL))
              .isEmpty(),
          "the control shows nothing: it was not held back, or there was a thread");
      limitProcesses(rig.process().pid(), 4096);
      for (long id : asked) {
        assertFalse(rig.client().await(id, PATIENCE).failed());
      }
      assertFalse(rig.client().await(held, PATIENCE).failed());
      rig.assertCalm();
    }
  }

  @Needs("unshare")
  @Test
  void from_a_disk_that_runs_nothing_all_is_served_and_without_room_calls_fail_for_a_while() {
    String small = "noexec,size=1m,nr_inodes=200";
    try (Rig rig = start(HELPERS, launcher -> onDiskOfItsOwn(launcher, small))) {
      assertServesAll(rig);
      assertEquals("hello\n", rig.client().callTool("hello", "{'text':'" + LONG + "'}").text());

      Path disk = Path.of("/proc/" + rig.process().pid() + "/root" + folder);
      Path large = disk.resolve("large");
      Sh.succeeds("cat /dev/zero >$1 2>/dev/null", large.toString());
      Sh.run(
          "mkdir $1/many; while mkdir $1/many/$i; do i=$((i+1)); done; test -d $1/many",
          disk.toString());
      report("no room", answers(rig));
      Answer answer = rig.client().callTool("hello", "{'text':'" + LONG + "'}");
      assertTrue(
          answer.failed() && answer.reason().isPresent() || answer.isError(),
          answer.message().toString());
      rig.helpers().forEach(helper -> Signal.KILL.to(helper.pid()));
      report("no room for helpers", answers(rig));
      Sh.run("rm -r $1 $2", large.toString(), disk.resolve("many").toString());
      assertServes(rig, "room");
    }
  }

  @Needs("setpriv")
  @Test
  void with_a_umask_that_denies_all_to_their_owner_too_tools_are_served() {
    try (Rig rig =
        start(
            1,
            1,
            launcher ->
                Nobody.starts(launcher).by("/bin/sh", "-c", "umask 0777 && exec \"$@\"", "sh"))) {
      assertEquals("hello\n", rig.client().callTool("hello", "{'text':'" + LONG + "'}").text());
    }
  }

  @Needs("unshare")
  @Test
  void where_no_temporary_folder_can_be_made_the_answer_and_the_log_say_where_and_why() {
    try (Rig rig = start(1, 1, launcher -> onDiskOfItsOwn(launcher, "ro"))) {
      String why =
          "cannot create a temporary folder in " + folder + " (TMPDIR): Read-only file system";
      String text = rig.client().callTool("hello", "{'text':'" + LONG + "'}").text();
      assertTrue(text.endsWith(why), text);
      rig.process().stderr().assertSays(why);
    }
  }

  /** Many calls at once: each has one answer, and an answer that is an error says why. */
  private static Map<String, Integer> answers(Rig rig) {
    List<Job> jobs = new ArrayList<>();
    for (int call = 0; call < CALLS; call++) {
      jobs.add(call % 2 == 0 ? rig.sendTool("hello") : rig.send(Rig.FAST));
    }
    Map<String, Integer> counts = new TreeMap<>();
    for (Job job : jobs) {
      Answer answer = rig.client().await(job.id(), PATIENCE);
      assertEquals(1, rig.client().answers(job.id()));
      counts.merge(outcome(answer), 1, Integer::sum);
    }
    if (!rig.process().running()) {
      throw Diagnosis.failure(rig.process(), "the server has ended");
    }
    return counts;
  }

  /** The control: without the shortage nothing is missing. */
  private static void assertServesAll(Rig rig) {
    rig.assertCapacity(HELPERS);
    assertEquals(Map.of("served", CALLS), answers(rig));
    rig.awaitHelpers(HELPERS); // one that took too long to clean up is replaced
  }

  private static String outcome(Answer answer) {
    if (answer.failed()) {
      return answer.reason().orElseThrow(() -> new AssertionError("no reason: " + answer));
    }
    return answer.isError() ? answer.text() : "served";
  }

  private static void assertShort(String what, Map<String, Integer> answers) {
    report(what, answers);
    assertFalse(answers.containsKey("served"), "there was " + what + ", and calls were served");
  }

  private static void report(String what, Map<String, Integer> answers) {
    System.out.println("[measured] F21 " + what + ": " + answers);
  }

  private static void assertServes(Rig rig, String what) {
    long relieved = System.nanoTime();
    if (!Poll.until(Deadline.in(PATIENCE), () -> serves(rig.client()))) {
      throw Diagnosis.failure(rig.process(), "nobody is served");
    }
    rig.assertCapacity(HELPERS);
    Duration took = Duration.ofNanos(System.nanoTime() - relieved);
    System.out.println(
        "[measured] F21 " + what + " again, full service after " + Percentiles.ms(took));
    Mark.atMost("F21 full service after " + what + " are back", took, SERVES_WITHIN);
    rig.assertCalm();
  }

  private static boolean serves(McpClient client) {
    Chance.pass(PACE);
    return !client.complete(Rig.FAST, "query", "").failed()
        && client.callTool("hello", "{'text':'" + LONG + "'}").text().equals("hello\n");
  }

  /** Only a process's own user may do that. */
  private static void limitProcesses(long process, int most) {
    String pid = Long.toString(process);
    Sh.run(
        Nobody.BECOME + " prlimit --pid $1 --nproc=$2: || test ! -d /proc/$1",
        pid,
        Integer.toString(most));
  }

  private static void limit(long pid, String resource, int most) {
    Sh.run("prlimit --pid $1 --$2=$3:", Long.toString(pid), resource, Integer.toString(most));
  }

  private Launcher onDiskOfItsOwn(Launcher launcher, String options) {
    assumeTrue(Namespaces.mounts().isPresent(), "nobody may mount here");
    return launcher
        .environment("TMPDIR", folder.toString())
        .by(
            "/bin/sh",
            "-c",
            "exec "
                + Namespaces.mounts().get()
                + " /bin/sh -c 'mount -t tmpfs -o "
                + options
                + " tmpfs \"$TMPDIR\" && exec \"$@\"' sh \"$@\"",
            "sh");
  }

  private static UnaryOperator<Launcher> sh(String script) {
    return launcher -> launcher.by("/bin/sh", "-c", script, "sh");
  }

  private static Rig start(int most, UnaryOperator<Launcher> starter) {
    return start(HELPERS, most, starter);
  }

  private static Rig start(int helpers, int most, UnaryOperator<Launcher> starter) {
    return Rig.start(
            project -> project.tool("hello", ToolScripts.HELLO).tool("edited", ToolScripts.HELLO),
            launcher -> starter.apply(launcher.workers(helpers, most)))
        .settled();
  }

  @Test
  void an_output_that_is_full_ends_the_server_with_the_reason() throws Exception {
    Files.createDirectories(folder.resolve("tools"));
    String launcher = Path.of(System.getProperty(Launcher.FOLDER), "bin", "launcher").toString();
    String said =
        Sh.failed(
            """
            request='{"jsonrpc":"2.0","id":1,"method":"ping"}'
            echo "$request" | "$1" --project "$2" 2>&1 >/dev/full
            """,
            launcher,
            folder.toString());
    assertTrue(said.contains("launcher: the output cannot be written: "), said);
    assertTrue(said.contains("no room left on the disk"), said);
  }
}
