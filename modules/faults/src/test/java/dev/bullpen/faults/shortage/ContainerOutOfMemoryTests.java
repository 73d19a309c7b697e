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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A container's memory is used up by a job: the kernel kills, and it is not the server. */
@Tag("F16")
@Tag("promise")
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

  @Test
  void a_provider_that_takes_all_of_it_costs_its_call_and_its_helper() {
    try (Rig rig = start()) {
      for (int round = 0; round < Size.repeat(2, 20); round++) {
        Job hold = rig.begin(Rig.HOLD, 1);
        Answer answer = rig.client().complete(GREEDY, "query", "");
        assertEquals(Optional.of("oom"), answer.reason(), answer.message().toString());
        assertFalse(rig.client().ping().failed());
        rig.client().cancel(hold.id());
        assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "").values());
      }
      rig.process().stderr().assertSays("the kernel has just killed a process for want of memory");
      rig.assertCapacity(HELPERS);
      rig.assertCalm();
    }
  }

  @Test
  void a_script_that_takes_all_of_it_costs_its_call() {
    try (Rig rig = start()) {
      List<Proc> helpers = rig.helpers();
      Answer answer = rig.client().callTool(GREEDY_TOOL, "{}");
      assertFalse(answer.text().contains("1900000000"), answer.message().toString());
      assertTrue(helpers.stream().allMatch(Proc::stillRuns), "the helpers went on");
      assertEquals(helpers.size(), rig.helpers().size());
      rig.assertCapacity(HELPERS);
      rig.assertCalm();
    }
  }

  @Test
  void helpers_and_what_they_run_go_before_the_server() {
    try (Rig rig = start()) {
      int ours = score(rig.process().pid());
      for (int helper : rig.awaitHelpers(HELPERS)) {
        assertTrue( // it is given that when it runs already
            Poll.until(Deadline.in(McpClient.PATIENCE), () -> score(helper) == ours + 100),
            () -> helper + " has " + score(helper) + ", and the server " + ours);
      }
      Job hold = rig.begin(Rig.HOLD, 1);
      long script = Long.parseLong(hold.ready().get(0).split(" ")[0]);
      assertEquals(ours + 100, score(script));
    }
  }

  private static int score(long pid) {
    try {
      return Integer.parseInt(Files.readString(Path.of("/proc/" + pid + "/oom_score_adj")).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void control_whoever_else_kills_a_helper_is_not_taken_for_the_kernel() {
    try (Rig rig = start()) {
      Job hold = rig.begin(Rig.HOLD, 1);
      long helper = Long.parseLong(hold.ready().get(0).split(" ")[1]);
      assertTrue(rig.helpers().stream().anyMatch(one -> one.pid() == helper));
      Signal.KILL.to(helper);
      assertEquals(Optional.of("killed"), rig.await(hold).reason());
    }
  }
}
