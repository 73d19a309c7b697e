package dev.bullpen.testkit.faulty;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameException;
import dev.bullpen.wire.FrameReader;
import dev.bullpen.wire.FrameWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultyHelperTests {
  @TempDir Path folder;

  @Test
  void it_says_hello_and_is_honest_unless_told_otherwise()
      throws IOException, InterruptedException {
    Process helper = start(FaultyProgram.at(folder.resolve("helper")));
    FrameReader frames = new FrameReader(helper.getInputStream());
    Frame.Hello hello = assertInstanceOf(Frame.Hello.class, frames.next().orElseThrow());
    assertEquals(helper.pid(), hello.pid());
    job(helper, "/x/fast.sh");
    Frame.Output output = assertInstanceOf(Frame.Output.class, frames.next().orElseThrow());
    assertArrayEquals("[\"ok\"]\n".getBytes(US_ASCII), output.bytes());
    assertEquals(
        new Frame.Exited(1, false, 0, Frame.Overflow.NONE, false), frames.next().orElseThrow());
    helper.getOutputStream().close();
    assertEquals(Optional.empty(), frames.next());
    assertEquals(0, helper.waitFor());
  }

  @ParameterizedTest
  @CsvSource({
    "GARBAGE, not a frame: \"Hello from a library",
    "HUGE, claims 2147483648 bytes",
    "HALF, the end came inside a frame"
  })
  void a_breach_is_no_frame(Fault fault, String complaint)
      throws IOException, InterruptedException {
    Process helper = start(FaultyProgram.at(folder.resolve("helper")));
    FrameReader frames = new FrameReader(helper.getInputStream());
    frames.next();
    job(helper, "/x/" + fault.script() + ".sh");
    FrameException e = assertThrows(FrameException.class, frames::next);
    assertTrue(e.getMessage().contains(complaint), e.getMessage());
    assertTrue(helper.isAlive(), "it lives on");
    helper.getOutputStream().close();
    assertEquals(0, helper.waitFor());
  }

  @Test
  void a_closed_pipe_ends_between_frames_and_the_helper_lives_on()
      throws IOException, InterruptedException {
    Process helper = start(FaultyProgram.at(folder.resolve("helper")));
    FrameReader frames = new FrameReader(helper.getInputStream());
    frames.next();
    job(helper, "/x/closed.sh");
    assertEquals(Optional.empty(), frames.next());
    assertTrue(helper.isAlive());
    helper.getOutputStream().close();
    assertEquals(0, helper.waitFor());
  }

  @Test
  void an_exit_is_an_exit() throws IOException, InterruptedException {
    Process helper = start(FaultyProgram.at(folder.resolve("helper")));
    job(helper, "/x/exit.sh");
    assertEquals(Fault.EXIT_CODE, helper.waitFor());
  }

  @Test
  void a_broken_program_counts_its_starts_until_it_is_repaired()
      throws IOException, InterruptedException {
    Path starts = folder.resolve("starts");
    Path repaired = folder.resolve("repaired");
    Path program = FaultyProgram.brokenUntil(folder.resolve("helper"), starts, repaired);
    assertEquals(1, start(program).waitFor());
    assertEquals(1, start(program).waitFor());
    Files.createFile(repaired);
    Process helper = start(program);
    assertInstanceOf(
        Frame.Hello.class, new FrameReader(helper.getInputStream()).next().orElseThrow());
    assertEquals(List.of("start", "start", "start"), Files.readAllLines(starts));
    helper.getOutputStream().close();
    assertEquals(0, helper.waitFor());
  }

  /** Frames on descriptors 3 and 4, as the supervisor has it. */
  private static Process start(Path program) throws IOException {
    return new ProcessBuilder("sh", "-c", "exec \"$0\" 3<&0 4>&1", program.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static void job(Process helper, String script) throws IOException {
    new FrameWriter(helper.getOutputStream())
        .write(
            new Frame.Job(
                1,
                List.of("/bin/sh", script),
                List.of(),
                "/",
                new byte[0],
                1,
                1,
                1,
                Optional.empty()));
  }
}
