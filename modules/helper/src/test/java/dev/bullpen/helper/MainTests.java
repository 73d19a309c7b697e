package dev.bullpen.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.bullpen.posix.Child;
import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.EnvironmentBlock;
import dev.bullpen.posix.ExitStatus;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.Signal;
import dev.bullpen.posix.Spawn;
import dev.bullpen.posix.SpawnRequest;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameReader;
import dev.bullpen.wire.FrameWriter;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A helper as a process. */
@Timeout(60)
class MainTests {
  private static final int ASKS_FOR_NATIVE_ACCESS = 24;

  private static final Frame.Job JOB =
      new Frame.Job(
          1,
          List.of("/bin/true"),
          List.of(),
          List.of(),
          "/",
          new byte[0],
          1,
          0,
          1,
          Optional.empty());

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
