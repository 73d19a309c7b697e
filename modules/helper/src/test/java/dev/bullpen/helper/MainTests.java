package dev.bullpen.helper;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameReader;
import dev.bullpen.wire.FrameWriter;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A helper as a process. */
@Timeout(60)
class MainTests {
  private static final Duration LONG = Duration.ofSeconds(20);

  /** What a pipe holds. */
  private static final int PIPE_BYTES = 64 * 1024;

  private static final int ASKS_FOR_NATIVE_ACCESS = 24;

  private static final Frame.Job JOB =
      new Frame.Job(
          1, List.of("/bin/true"), List.of(), "/", new byte[0], 1, 0, 1, Optional.empty());

  @TempDir Path temporary;

  @Test
  void whose_supervisor_is_gone_before_it_is_up_ends_and_says_nothing() throws Exception {
    try (Pipe frames = Pipe.open();
        Pipe answers = Pipe.open();
        Pipe said = Pipe.open()) {
      answers.reading().close();
      int helper =
          Spawn.spawn(
              new SpawnRequest(
                  argv(Main.class),
                  EnvironmentBlock.of(Map.of("PATH", "/usr/bin:/bin")),
                  Optional.empty(),
                  Map.of(
                      2, said.writing().number(),
                      3, frames.reading().number(),
                      4, answers.writing().number()),
                  SpawnRequest.Placement.SESSION));
      said.writing().close();
      String error =
          new String(new DescriptorInput(said.reading()).readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(new ExitStatus.Signalled(Signal.KILL.number()), Child.await(helper));
      assertEquals("", error);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void who_has_something_to_log_ends_though_nothing_reads_it(boolean toFifo) throws Exception {
    Map<String, String> environment = new HashMap<>(Map.of("PATH", "/usr/bin:/bin"));
    if (toFifo) {
      Path fifo = temporary.resolve("fifo");
      assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
      environment.put("BULLPEN_LOG_FILE", fifo.toString());
    }
    try (Pipe frames = Pipe.open();
        Pipe answers = Pipe.open();
        Pipe said = Pipe.open()) {
      new DescriptorOutput(said.writing()).write(new byte[PIPE_BYTES]);
      int helper =
          Spawn.spawn(
              new SpawnRequest(
                  argv(Main.class),
                  EnvironmentBlock.of(environment),
                  Optional.empty(),
                  Map.of(
                      2, said.writing().number(),
                      3, frames.reading().number(),
                      4, answers.writing().number()),
                  SpawnRequest.Placement.SESSION));
      answers.writing().close();
      FrameReader reader = new FrameReader(new DescriptorInput(answers.reading()));
      assertInstanceOf(Frame.Hello.class, reader.next().orElseThrow());

      // No frame at all: the helper logs that, and ends.
      new DescriptorOutput(frames.writing()).write("garbage, garbage".getBytes(US_ASCII));
      try {
        assertTrue(Child.awaitEnd(helper, LONG), "it waits for a reader");
      } finally {
        Child.signal(helper, Signal.KILL);
        Child.await(helper);
      }
    }
  }

  /** As in training, where it is asked to exit right behind its hello and to leave an archive. */
  @Test
  void who_exits_already_when_it_is_up_goes_on_until_it_has() throws Exception {
    try (Pipe input = Pipe.open();
        Pipe frames = Pipe.open();
        Pipe answers = Pipe.open()) {
      int helper =
          Spawn.spawn(
              new SpawnRequest(
                  argv(ExitsAlready.class),
                  EnvironmentBlock.of(Map.of("PATH", "/usr/bin:/bin")),
                  Optional.empty(),
                  Map.of(
                      0, input.reading().number(),
                      3, frames.reading().number(),
                      4, answers.writing().number()),
                  SpawnRequest.Placement.SESSION));
      answers.writing().close();
      FrameReader reader = new FrameReader(new DescriptorInput(answers.reading()));
      assertInstanceOf(Frame.Hello.class, reader.next().orElseThrow());

      new FrameWriter(new DescriptorOutput(frames.writing())).write(JOB);
      assertInstanceOf(Frame.Started.class, reader.next().orElseThrow());

      input.writing().close();
      assertEquals(new ExitStatus.Exited(ExitsAlready.CODE), Child.await(helper));
    }
  }

  private static List<String> argv(Class<?> program) {
    List<String> argv = new ArrayList<>();
    argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= ASKS_FOR_NATIVE_ACCESS) {
      argv.add("--enable-native-access=ALL-UNNAMED");
    }
    argv.add("-cp");
    argv.add(
        System.getProperty("java.class.path")
            + File.pathSeparator
            + System.getProperty("jdk.module.path", ""));
    argv.add(program.getName());
    return argv;
  }
}
