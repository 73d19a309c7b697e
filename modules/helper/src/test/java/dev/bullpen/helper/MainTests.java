package dev.bullpen.helper;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.Poll;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import dev.bullpen.wire.ExchangeFiles;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameReader;
import dev.bullpen.wire.FrameWriter;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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

  /** A provider that makes its helper's folder useless, and ends when the test does. */
  static final class Vandal {
    private Vandal() {}

    /** Its arguments are the helper's exchange folder, and a FIFO whose end it awaits. */
    public static void main(String[] arguments) throws IOException {
      Path exchange = Path.of(arguments[0]);
      Files.delete(exchange.resolve(ExchangeFiles.EVENTS));
      Files.delete(exchange);
      Files.readAllBytes(Path.of(arguments[1]));
    }
  }

  @Test
  void what_it_logs_while_a_provider_runs_is_not_the_providers_error_output() throws Exception {
    Path exchange = Files.createDirectory(temporary.resolve("exchange"));
    Path fifo = temporary.resolve("fifo");
    assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
    try (Pipe frames = Pipe.open();
        Pipe answers = Pipe.open();
        Pipe said = Pipe.open()) {
      int helper =
          Spawn.spawn(
              new SpawnRequest(
                  argv(Main.class),
                  EnvironmentBlock.of(
                      Map.of("PATH", "/usr/bin:/bin", "BULLPEN_EXCHANGE", exchange.toString())),
                  Optional.empty(),
                  Map.of(
                      2, said.writing().number(),
                      3, frames.reading().number(),
                      4, answers.writing().number()),
                  SpawnRequest.Placement.SESSION));
      answers.writing().close();
      try {
        FrameWriter writer = new FrameWriter(new DescriptorOutput(frames.writing()));
        FrameReader reader = new FrameReader(new DescriptorInput(answers.reading()));
        writer.write(vandal(exchange, fifo));
        await().atMost(LONG).until(() -> Files.notExists(exchange));
        writer.write(new Frame.Put(1, "answer", new byte[0]));
        assertTrue(hears(said.reading(), "answer of job 1"), "its log does not have the line");
        Files.write(fifo, new byte[0]);
        assertEquals("", errorOutput(reader));
      } finally {
        Child.signal(helper, Signal.KILL);
        Child.await(helper);
      }
    }
  }

  private static Frame.Job vandal(Path exchange, Path fifo) throws URISyntaxException {
    String classes =
        Path.of(Vandal.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
    return new Frame.Job(
        1,
        List.of(Vandal.class.getName(), exchange.toString(), fifo.toString()),
        List.of(classes),
        "/",
        new byte[0],
        1_000,
        0,
        1_000,
        Optional.of(new ExchangeFiles(List.of(), List.of(), List.of())));
  }

  /** Whether these words come, perhaps after others. */
  private static boolean hears(Descriptor output, String words) throws IOException {
    StringBuilder heard = new StringBuilder();
    byte[] some = new byte[Poll.PIPE_BUF];
    DescriptorInput input = new DescriptorInput(output);
    try (Poll poll = new Poll(1)) {
      poll.set(0, output.number());
      while (heard.indexOf(words) < 0 && poll.await(LONG)) {
        heard.append(new String(some, 0, input.read(some), StandardCharsets.UTF_8));
      }
    }
    return heard.indexOf(words) >= 0;
  }

  private static String errorOutput(FrameReader reader) throws IOException {
    StringBuilder output = new StringBuilder();
    Frame frame = reader.next().orElseThrow();
    while (!(frame instanceof Frame.Exited)) {
      if (frame instanceof Frame.Output bytes && bytes.stream() == Frame.Stream.STDERR) {
        output.append(new String(bytes.bytes(), StandardCharsets.UTF_8));
      }
      frame = reader.next().orElseThrow();
    }
    return output.toString();
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
    argv.add("--add-opens=java.base/java.lang=ALL-UNNAMED"); // for a program's main
    argv.add("-cp");
    argv.add(
        System.getProperty("java.class.path")
            + File.pathSeparator
            + System.getProperty("jdk.module.path", ""));
    argv.add(program.getName());
    return argv;
  }
}
