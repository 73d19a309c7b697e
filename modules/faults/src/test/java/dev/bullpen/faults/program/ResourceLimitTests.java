package dev.bullpen.faults.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.Nobody;
import dev.bullpen.testkit.fixture.PromptScripts;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What a script may use. Most scripts are there twice, limited and not: the second shows that the
 * first is ended by its limit and by nothing else.
 */
class ResourceLimitTests {
  private static final Duration SOON = Duration.ofSeconds(10);

  /** For what uses seconds of processor time, however many others want the processor. */
  private static final Duration LONG = Duration.ofSeconds(60);

  /** A busy machine may take long over a second of processor time. */
  private static final String TIMEOUT = "MCPBASH_DEFAULT_TOOL_TIMEOUT";

  /**
   * {@code spin TICKS} uses so many hundredths of a second of the processor, in this very process.
   */
  private static final String SPIN =
      "spin() {\n"
          + "  used=0\n"
          + "  while [ $used -lt $1 ]; do\n"
          + "    i=0; while [ $i -lt 5000 ]; do i=$((i+1)); done\n"
          + "    read -r stat </proc/self/stat\n"
          + "    used=$(ticks ${stat##*) })\n"
          + "  done\n"
          + "}\n"
          + "ticks() { shift 11; echo $(($1 + $2)); }\n";

  /** Half a second more than the limit. */
  private static final String SPINS = SPIN + "spin 150\necho 'it has spun'\n";

  /** Beyond the second after the limit as well. */
  private static final String SPINS_ON = "trap '' XCPU\n" + SPIN + "spin 300\necho 'it has spun'\n";

  /** Twice as much as a process may, but neither of the two more than it may. */
  private static final String SHARES =
      SPIN + "spin 70\n(spin 70; :)\necho \"both have spun: $?\"\n";

  /** The script outlives what its limit has ended. */
  private static final String HEEDS = SPIN + "(spin 150)\necho \"its child: $?\"\n";

  private static final String FILE = "\"$MCP_TEST_GATE.$$\"";

  private static final String WRITES_A_MEBIBYTE =
      "dd if=/dev/zero of=" + FILE + " bs=65536 count=16 && echo written\n";

  private static final String WRITES_MORE =
      "dd if=/dev/zero of=" + FILE + " bs=65536 count=17 && echo written\n";

  private static final String OPENS =
      "tee" + " /dev/null".repeat(30) + " </dev/null && echo open\n";

  private static final String ALLOCATES =
      "dd if=/dev/zero of=/dev/null bs=100663296 count=1 && echo allocated\n";

  private static final String FORKS =
      "(sleep 0.1; echo a) & (sleep 0.1; echo b) & wait\necho forked\n";

  /** Starts a server on a host that is configured so. */
  private static final String MAY_LEAVE_CORES = "ulimit -S -c \"$(ulimit -H -c)\"; exec \"$@\"";

  private static final String SHOWS = "cat /proc/self/limits\n";

  private static Rig rig;

  @BeforeAll
  static void a_server() {
    assumeTrue(Files.exists(Path.of("/proc/self/limits")), "the scripts need /proc");
    rig =
        Rig.start(
                ResourceLimitTests::project,
                launcher ->
                    launcher
                        .workers(1, 1)
                        .environment(TIMEOUT, "120")
                        .by("/bin/sh", "-c", MAY_LEAVE_CORES, "sh"))
            .settled();
  }

  @AfterAll
  static void ends() {
    if (rig != null) {
      rig.close();
    }
  }

  private static void project(ProjectFixture project) {
    twice(project, "spins", "{'cpuSecs':1}", SPINS);
    project.tool("spins-on", "{'limits':{'cpuSecs':1}}", SPINS_ON);
    project.tool("shares", "{'limits':{'cpuSecs':1}}", SHARES);
    project.tool("heeds", "{'limits':{'cpuSecs':1}}", HEEDS);
    twice(project, "writes", "{'fileMiB':1}", WRITES_A_MEBIBYTE);
    twice(project, "writes-more", "{'fileMiB':1}", WRITES_MORE);
    twice(project, "opens", "{'openFiles':20}", OPENS);
    twice(project, "allocates", "{'memoryMiB':64}", ALLOCATES);
    twice(project, "forks", "{'processes':1}", FORKS);
    twice(
        project,
        "shows",
        "{'cpuSecs':7,'memoryMiB':3000,'openFiles':50,'processes':9000,'fileMiB':5}",
        SHOWS);
    twice(project, "asks-too-much", "{'openFiles':2147483647}", SHOWS);
    PromptScripts.add(project, "prompt-spins", "{'limits':{'cpuSecs':1}}", SPINS);
    completion(project, "completes-and-spins", "{'cpuSecs':1}", SPINS);
    completion(project, "completes-too-much", "{'openFiles':2147483647}", SHOWS);
    project
        .script("providers/shown.sh", SHOWS)
        .entry(
            "resources",
            Messages.json(
                "{'name':'shown','uri':'shown://limits','provider':'shown','limits':{'openFiles':66}}"));
    project.tool("reads", "{'limits':{'openFiles':50}}", "wc -c\n");
    completion(
        project, "completes-and-reads", "{'openFiles':50}", "printf '[\"%s\"]\\n' $(wc -c)\n");
    project.tool("misspelt", "{'limits':{'cpuSeconds':1}}", SHOWS);
  }

  private static void twice(ProjectFixture project, String name, String limits, String script) {
    project.tool(name, "{'limits':" + limits + "}", script).tool(name + "-freely", script);
  }

  private static void completion(
      ProjectFixture project, String name, String limits, String script) {
    project
        .prompt(name, "query")
        .script("completions/" + name + ".sh", script)
        .entry(
            "completions",
            Messages.json(
                "{'name':'%s','path':'completions/%s.sh','timeoutSecs':120,'limits':%s}",
                name, name, limits));
  }

  @Test
  void who_uses_too_much_processor_time_is_ended_and_the_result_says_so() {
    Job limited = rig.sendTool("spins");
    Job free = rig.sendTool("spins-freely");
    Answer answer = await(rig, limited);
    assertFailed(answer, "cpu-limit", "{\"cpuSecs\":1}");
    assertEquals("The tool was ended: it used more than 1 s of processor time", answer.text());
    assertEquals("it has spun\n", await(rig, free).text());
    assertNothingOf(limited);
  }

  @Test
  void who_does_not_heed_the_signal_is_killed_a_second_later() {
    Job limited = rig.sendTool("spins-on");
    Answer answer = await(rig, limited);
    assertTrue(answer.isError(), answer.message().toString());
    assertEquals(137, answer.meta().path("exitCode").asInt(0), answer.message().toString());
    assertEquals("{\"cpuSecs\":1}", answer.meta().path("limits").toString());
    assertNothingOf(limited);
  }

  @Test
  void every_process_has_its_own_processor_time() {
    Job shares = rig.sendTool("shares");
    Job heeds = rig.sendTool("heeds");
    assertEquals("both have spun: 0\n", await(rig, shares).text());
    assertEquals("its child: 152\n", await(rig, heeds).text());
    assertNothingOf(heeds);
  }

  @Test
  void a_file_may_be_as_large_as_it_may_and_no_larger() {
    assertEquals("written\n", call(rig, "writes").text());
    Answer answer = call(rig, "writes-more");
    assertFailed(answer, "file-limit", "{\"fileMiB\":1}");
    assertEquals("The tool was ended: it wrote a file of more than 1 MiB", answer.text());
    assertEquals("written\n", call(rig, "writes-more-freely").text());
  }

  @Test
  void who_fails_for_want_of_descriptors_or_memory_is_told_its_limits() {
    Answer opens = call(rig, "opens");
    assertFailed(opens, "", "{\"openFiles\":20}");
    assertEquals("open\n", call(rig, "opens-freely").text());
    Answer allocates = call(rig, "allocates");
    assertFailed(allocates, "", "{\"memoryMiB\":64}");
    assertEquals("allocated\n", call(rig, "allocates-freely").text());
  }

  @Test
  void who_may_not_have_another_process_gets_none() {
    try (Rig own = Rig.start(ResourceLimitTests::project, ResourceLimitTests::notAsRoot)) {
      Answer forks = call(own, "forks");
      assertFalse(forks.text().contains("forked"), forks.message().toString());
      assertFailed(forks, "", "{\"processes\":1}");
      assertTrue(call(own, "forks-freely").text().endsWith("forked\n"));
    }
  }

  /** Root may have as many processes as it likes (setrlimit(2)). */
  private static Launcher notAsRoot(Launcher launcher) {
    Launcher one = launcher.workers(1, 1);
    return Nobody.startsUnlessRoot(one);
  }

  @Test
  void all_limits_are_set_and_they_are_hard() {
    String limited = call(rig, "shows").text();
    for (String limit :
        List.of(
            "core file size +0",
            "cpu time +7 +8",
            "address space +3145728000 +3145728000",
            "open files +50 +50",
            "processes +9000 +9000",
            "file size +5242880 +5242880")) {
      assertTrue(limited.matches("(?s).*Max " + limit + " .*"), limit + ": " + limited);
    }
    String free = call(rig, "shows-freely").text();
    assertFalse(free.matches("(?s).*Max cpu time +7 .*"), free);
  }

  @Test
  void a_limit_the_host_refuses_keeps_the_script_from_running() {
    Answer answer = call(rig, "asks-too-much");
    assertFailed(answer, "limit-not-set", "{\"openFiles\":2147483647}");
    assertTrue(
        answer
            .text()
            .startsWith(
                "The tool was not started: the host does not allow the limit openFiles=2147483647 ("),
        answer.text());
    assertFalse(answer.text().contains("Max open files"), answer.text());
    Answer completion = rig.client().complete("completes-too-much", "query", "");
    assertEquals("limit-not-set", completion.reason().orElse(""), completion.message().toString());
  }

  @Test
  void completions_and_prompts_are_ended_by_theirs() {
    Job completing = rig.send("completes-and-spins");
    long prompting = rig.client().send("prompts/get", PromptScripts.get("prompt-spins", "{}"));
    Answer prompt = rig.client().await(prompting, LONG);
    Answer completion = await(rig, completing);
    assertEquals("cpu-limit", completion.reason().orElse(""), completion.message().toString());
    assertTrue(
        prompt.errorText().contains("more processor time than allowed"),
        prompt.message().toString());
    rig.assertCalm();
  }

  @Test
  void a_script_with_limits_has_nothing_to_read_and_leaves_the_next_line_to_the_server() {
    assertEquals("0", call(rig, "reads").text().strip());
    Answer completion = rig.client().complete("completes-and-reads", "query", "");
    assertEquals(List.of("0"), completion.values(), completion.message().toString());
    assertFalse(rig.client().ping().failed());
  }

  @Test
  void a_script_that_reads_a_resource_has_the_limits_of_the_resource() {
    Answer answer = rig.client().call("resources/read", Messages.json("{'uri':'shown://limits'}"));
    String said = answer.message().toString();
    assertTrue(said.matches(".*Max open files +66 +66 .*"), said);
  }

  @Test
  void a_tool_with_limits_nobody_understands_is_not_served_and_the_log_says_why() {
    assertFalse(Listed.TOOLS.names(Listed.TOOLS.first(rig.client())).contains("misspelt"));
    assertTrue(
        Poll.until(
            Deadline.in(SOON),
            () ->
                rig.process()
                    .stderr()
                    .text()
                    .contains("\"misspelt\" is not published: unknown key \"limits.cpuSeconds\"")),
        rig.process().stderr().text());
  }

  @Test
  void what_the_operator_says_for_all_counts_where_the_metadata_is_silent() {
    try (Rig strict =
        Rig.start(
                Revision.V2026_07_28,
                project ->
                    project
                        .tool("own", "{'limits':{'cpuSecs':5}}", SHOWS)
                        .tool("none", SHOWS)
                        .tool("spins", SPINS),
                launcher ->
                    launcher
                        .workers(1, 1)
                        .environment(TIMEOUT, "120")
                        .environment("BULLPEN_JOB_LIMITS", "cpuSecs=1,openFiles=77"))
            .settled()) {
      String own = call(strict, "own").text();
      assertTrue(own.matches("(?s).*Max cpu time +5 +6 .*Max open files +77 +77 .*"), own);
      String none = call(strict, "none").text();
      assertTrue(none.matches("(?s).*Max cpu time +1 +2 .*Max open files +77 +77 .*"), none);
      assertFailed(
          await(strict, strict.sendTool("spins")), "cpu-limit", "{\"cpuSecs\":1,\"openFiles\":77}");
      strict.assertCalm();
    }
  }

  private static Answer await(Rig server, Job job) {
    return server.client().await(job.id(), LONG);
  }

  private static Answer call(Rig server, String tool) {
    return server.client().callTool(tool, "{}");
  }

  private static void assertFailed(Answer answer, String reason, String limits) {
    assertTrue(answer.isError(), answer.message().toString());
    assertEquals(reason, answer.meta().path("reason").asString(""), answer.message().toString());
    assertEquals(limits, answer.meta().path("limits").toString(), answer.message().toString());
  }

  private static void assertNothingOf(Job job) {
    rig.assertGone(job, SOON);
  }
}
