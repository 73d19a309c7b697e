package dev.bullpen.pool.process;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Children that this process has not started. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class ReaperTests {
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);
  private static final Path PYTHON = Path.of("/usr/bin/python3");

  /**
   * Has the end of another process for itself until its own (ptrace(2), PTRACE_SEIZE), and stays;
   * says 0 if it could.
   */
  private static final String TRACES =
      "import ctypes, sys, time\n"
          + "trace = ctypes.CDLL(None).ptrace\n"
          + "trace.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]\n"
          + "print(trace(0x4206, int(sys.argv[1]), None, None), flush=True)\n"
          + "time.sleep(600)\n";

  private Reaper family;

  @BeforeEach
  void begin() throws IOException {
    assertFalse(Child.any());
    family = new Reaper(new Marker());
    family.begin();
  }

  @AfterEach
  void nobody_is_left() throws IOException {
    assertFalse(Child.any());
  }

  private static SpawnRequest request(Optional<Pipe> output, String... argv) {
    return new SpawnRequest(
        List.of(argv),
        EnvironmentBlock.of(Map.of("PATH", "/usr/bin:/bin")),
        Optional.empty(),
        output.map(pipe -> Map.of(1, pipe.writing().number())).orElse(Map.of()),
        SpawnRequest.Placement.GROUP);
  }

  @Test
  void whoever_is_no_child_of_ours_by_spawn_is_ended() throws Exception {
    int ours = family.spawn(request(Optional.empty(), "/bin/sleep", "600"));
    Spawn.spawn(request(Optional.empty(), "/bin/sleep", "600"));
    assertEquals(1, family.endOrphans());
    assertEquals(List.of(ours), Self.children());
    Child.signal(ours, Signal.KILL);
    family.reap(ours);
  }

  @Test
  void one_whose_end_another_process_gets_is_left_and_waited_for_later() throws Exception {
    assumeTrue(Files.isExecutable(PYTHON));
    int orphan = Spawn.spawn(request(Optional.empty(), "/bin/sleep", "600"));
    int tracer;
    boolean traced;
    try (Pipe output = Pipe.open()) {
      tracer =
          family.spawn(
              request(
                  Optional.of(output), PYTHON.toString(), "-c", TRACES, Integer.toString(orphan)));
      output.writing().close();
      traced = new DescriptorInput(output.reading()).read() == '0';
    }
    try {
      assumeTrue(traced, "no process may trace another here");
      assertTimeoutPreemptively(LONG_ENOUGH, family::endOrphans);
      assertTrue(Self.children().contains(orphan));
      assertTimeoutPreemptively(LONG_ENOUGH, family::waitForStrays);
    } finally {
      Child.signal(tracer, Signal.KILL);
      family.reap(tracer);
    }
    await()
        .atMost(LONG_ENOUGH)
        .until(
            () -> {
              family.waitForStrays();
              return Self.children().isEmpty();
            });
  }
}
