package dev.bullpen.faults.shortage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.JavaProviders;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A container's memory is used up by a job: the kernel kills, and it is not the server. */
@Tag("F16")
@Tag("promise")
@Tag("slow")
@Tag("alone")
class ContainerOutOfMemoryTests {
  private static final int HELPERS = 2;

  /** Server, helpers and a compiler have room in it. */
  private static final int MEBIBYTES = 700;

  /** More than there is. */
  private static final String HEAP = "2g";

  private static final String GREEDY = "greedy";
  private static final String GREEDY_TOOL = "greedy-tool";

  /** Wants more than there is, in one piece, and uses it. */
  private static final String TAKES_ALL =
      "head -c 2000000000 /dev/zero | tail -c 1900000000 | wc -c\n";

  private Optional<MemoryCgroup> container = Optional.empty();

  /** As little as anybody gives a server. */
  private static final int SMALL_MEBIBYTES = 256;

  private static final int CALLS = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @BeforeEach
  void a_container() {
    container = MemoryCgroup.of(MEBIBYTES);
    assumeTrue(container.isPresent(), "nobody may make a cgroup with a bound for memory here");
  }

  @AfterEach
  void nobody_is_left_in_it() {
    container.ifPresent(MemoryCgroup::close);
  }

  private Rig start() {
    return Rig.start(
            project ->
                JavaProviders.add(
                        project,
                        GREEDY,
                        "List<byte[]> all = new ArrayList<>();"
                            + " while (true) { byte[] more = new byte[1 << 20];"
                            + " Arrays.fill(more, (byte) 1); all.add(more); }")
                    .tool(GREEDY_TOOL, TAKES_ALL),
            launcher ->
                launcher
                    .workers(HELPERS, HELPERS)
                    .with("--helper-memory", HEAP)
                    .by(container.orElseThrow().starter()))
        .settled();
  }

  /** The control comes first: the kernel has killed nobody yet. */
  @Test
  void a_script_that_takes_all_of_it_costs_its_call_and_a_provider_its_helper_too() {
    try (Rig rig = start()) {
      helpers_and_what_they_run_go_before_the_server(rig);
      control_whoever_else_kills_a_helper_is_not_taken_for_the_kernel(rig);
      a_script_costs_its_call(rig);
      for (int round = 0; round < Size.repeat(1, 20); round++) {
        Job hold = rig.begin(Rig.HOLD, 1);
        Answer answer = rig.client().complete(GREEDY, "query", "");
        assertEquals(Optional.of("oom"), answer.reason(), answer.message().toString());
        assertFalse(rig.client().ping().failed());
        rig.client().cancel(hold.id());
        assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "").values());
      }
      rig.process().stderr().assertSays("the kernel has just killed a process for lack of memory");
      rig.assertCapacity(HELPERS);
      rig.assertCalm();
    }
  }

  private static void a_script_costs_its_call(Rig rig) {
    rig.awaitHelpers(HELPERS);
    List<Proc> helpers = rig.helpers();
    Answer answer = rig.client().callTool(GREEDY_TOOL, "{}");
    assertFalse(answer.text().contains("1900000000"), answer.message().toString());
    assertTrue(helpers.stream().allMatch(Proc::stillRuns), "the helpers went on");
    assertEquals(helpers.size(), rig.helpers().size());
    rig.assertCapacity(HELPERS);
    rig.assertCalm();
  }

  private static void helpers_and_what_they_run_go_before_the_server(Rig rig) {
    int ours = score(rig.process().pid());
    for (int helper : rig.awaitHelpers(HELPERS)) {
      assertTrue( // it is given that when it runs already
          Poll.until(Deadline.in(McpClient.PATIENCE), () -> score(helper) == ours + 100),
          () -> helper + " has " + score(helper) + ", and the server " + ours);
    }
    Job hold = rig.begin(Rig.HOLD, 1);
    long script = Long.parseLong(hold.ready().get(0).split(" ")[0]);
    assertEquals(ours + 100, score(script));
    rig.client().cancel(hold.id());
  }

  private static int score(long pid) {
    try {
      return Integer.parseInt(Files.readString(Path.of("/proc/" + pid + "/oom_score_adj")).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void control_whoever_else_kills_a_helper_is_not_taken_for_the_kernel(Rig rig) {
    Job hold = rig.begin(Rig.HOLD, 1);
    long helper = Long.parseLong(hold.ready().get(0).split(" ")[1]);
    assertTrue(rig.helpers().stream().anyMatch(one -> one.pid() == helper));
    Signal.KILL.to(helper);
    assertEquals(Optional.of("killed"), rig.await(hold).reason());
  }

  @Test
  void in_a_small_one_a_server_greets_runs_ten_tools_and_leaves_nothing() {
    Optional<MemoryCgroup> container = MemoryCgroup.of(SMALL_MEBIBYTES);
    assumeTrue(container.isPresent(), "no cgroup with a bound for memory can be made here");
    try (MemoryCgroup small = container.get();
        Rig rig =
            Rig.start(
                project -> project.tool("hello", ToolScripts.HELLO),
                launcher -> launcher.by(small.starter()))) {
      List<Job> jobs = Stream.generate(() -> rig.sendTool("hello")).limit(CALLS).toList();
      for (Job job : jobs) {
        assertEquals("hello", rig.await(job).text().strip());
      }
      assertFalse(rig.client().ping().failed());
      List<Proc> family = rig.family();
      rig.process().closeStdin();
      assertEquals(OptionalInt.of(0), rig.process().awaitExit(Deadline.in(PATIENCE)));
      rig.assertNothing(family, PATIENCE);
    }
  }

  /**
   * A container's memory: a cgroup of version 1 or 2 whose processes share so much and no more,
   * where somebody may make one.
   */
  private static final class MemoryCgroup implements AutoCloseable {
    /** Where they are made, and what their bound is called there. */
    private static final Map<Path, String> PLACES =
        Map.of(
            Path.of("/sys/fs/cgroup/memory"), "memory.limit_in_bytes",
            Path.of("/sys/fs/cgroup"), "memory.max");

    private static final Duration EMPTY_WITHIN = Duration.ofSeconds(10);
    private static final AtomicInteger MADE = new AtomicInteger();

    private final Path folder;

    private MemoryCgroup(Path folder) {
      this.folder = folder;
    }

    /** Empty where there is no such cgroup to be had. */
    static Optional<MemoryCgroup> of(int mebibytes) {
      String name =
          "bullpen-test-%d-%d".formatted(ProcessHandle.current().pid(), MADE.incrementAndGet());
      for (Map.Entry<Path, String> place : PLACES.entrySet()) {
        MemoryCgroup made = new MemoryCgroup(place.getKey().resolve(name));
        try {
          Files.createDirectory(made.folder);
          Path bound = made.folder.resolve(place.getValue());
          if (Files.exists(bound)) {
            Files.writeString(bound, Long.toString((long) mebibytes << 20));
            return Optional.of(made);
          }
          made.close();
        } catch (IOException e) {
          made.close(); // not here, or not for us
        }
      }
      return Optional.empty();
    }

    /** Words before a command that become it, in here. */
    String[] starter() {
      return new String[] {
        "/bin/sh", "-c", "echo $$ >\"$0\" && exec \"$@\"", folder.resolve("cgroup.procs").toString()
      };
    }

    /** Remove it, once its processes are gone. */
    @Override
    public void close() {
      if (!Poll.until(Deadline.in(EMPTY_WITHIN), this::remove)) {
        throw new AssertionError("somebody is left in " + folder);
      }
    }

    private boolean remove() {
      try {
        return Files.deleteIfExists(folder) || true;
      } catch (IOException e) {
        return false;
      }
    }
  }
}
