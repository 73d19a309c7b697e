package dev.bullpen.helper.job;

import static dev.bullpen.helper.Bench.events;
import static dev.bullpen.helper.Bench.notes;
import static dev.bullpen.helper.Bench.only;
import static dev.bullpen.helper.Bench.output;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.helper.Bench;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.wire.ExchangeFiles;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a script and the supervisor exchange over the exchange folder of a helper. */
@Timeout(60)
class ExchangeFolderTests {
  private static final Path PYTHON = Path.of("/usr/bin/python3");
  private static final int NEVER_MILLIS = 100_000_000;
  private static final ExchangeFiles EVENTS_ONLY =
      new ExchangeFiles(Map.of(), List.of(), List.of());
  private static final ExchangeFiles ASKING =
      new ExchangeFiles(Map.of(), List.of("ask"), List.of());
  private static final ExchangeFiles LEAVING =
      new ExchangeFiles(Map.of(), List.of(), List.of("error", "other"));

  @TempDir Path folder;

  private Path exchange;
  private Path elsewhere;

  @BeforeEach
  void make() throws IOException {
    exchange = PrivateFolder.make(folder.resolve("the 'exchange'")).path();
    elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
  }

  @AfterEach
  void nothing_is_left() throws IOException {
    assertFalse(Child.any());
    assertEquals(Set.of("events"), namesOnDesk());
  }

  private Set<String> namesOnDesk() throws IOException {
    try (Stream<Path> entries = Files.list(exchange)) {
      return entries.map(entry -> entry.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  private static void awaitFile(Path file) {
    await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(file));
  }

  @Test
  void an_event_comes_while_its_script_runs() throws Exception {
    try (Bench helper = new Bench(exchange)) {
      Path heard = elsewhere.resolve("heard");
      helper.script(
          1, "echo one >>events; while ! [ -e '%s' ]; do :; done".formatted(heard), EVENTS_ONLY);
      assertInstanceOf(Frame.Started.class, helper.next());
      assertEquals("one\n", new String(helper.next(Frame.Event.class).bytes()));
      Files.createFile(heard);
      assertEquals(0, only(helper.untilFree(), Frame.Exited.class).code());
    }
  }

  @Test
  void all_events_come_in_order_and_before_the_end() throws Exception {
    try (Bench helper = new Bench(exchange)) {
      helper.script(1, "exec 5>>events; seq 1 20000 >&5; echo out; echo last >&5", EVENTS_ONLY);
      List<Frame> frames = helper.untilFree();
      assertEquals("", events(behindEnd(frames)));
      String seen = events(frames);
      assertTrue(seen.startsWith("1\n2\n3\n"), "in order from the first");
      assertTrue(seen.endsWith("\n20000\nlast\n"), "and to the last");
      assertEquals(108_894 + 5, seen.length());
      assertEquals("out\n", output(frames, Frame.Stream.STDOUT));
    }
  }

  /** Its user may make a FIFO sixteen times as large as usual (F_SETPIPE_SZ in fcntl(2)). */
  @Test
  void all_events_come_that_a_large_fifo_holds_at_the_end() throws Exception {
    assumeTrue(Files.isExecutable(PYTHON));
    String fills =
        "import fcntl, os; fifo = os.open('events', os.O_WRONLY); fcntl.fcntl(fifo, 1031, 1 << 20);"
            + " os.write(fifo, b'event\\n' * 150000); os.kill(os.getpid(), 9)";
    try (Bench helper = new Bench(exchange)) {
      helper.script(1, "exec %s -c \"%s\"".formatted(PYTHON, fills), EVENTS_ONLY);
      assertEquals(150_000 * 6, events(helper.untilFree()).length());
    }
  }

  @Test
  void who_never_stops_writing_events_holds_up_neither_the_result_nor_the_next_job()
      throws Exception {
    try (Bench helper = new Bench(exchange)) {
      helper.script(1, "setsid yes >>events 2>/dev/null & echo out", EVENTS_ONLY);
      List<Frame> first = helper.untilFree();
      assertEquals("out\n", output(first, Frame.Stream.STDOUT));
      assertEquals(1, only(first, Frame.Clean.class).ended());
      helper.script(2, "echo mine >>events", EVENTS_ONLY);
      assertEquals("mine\n", events(helper.untilFree()));
    }
  }

  @Test
  void files_are_laid_out_before_the_script_starts_and_gone_after_it() throws Exception {
    try (Bench helper = new Bench(exchange)) {
      byte[] args = "x".repeat(200_000).getBytes();
      ExchangeFiles wanted =
          new ExchangeFiles(
              Map.of("args.json", args, "error", new byte[0]), List.of(), List.of("error"));
      helper.script(1, "wc -c <args.json; [ -w error ] && echo writable", wanted);
      List<Frame> frames = helper.untilFree();
      assertEquals("200000\nwritable\n", output(frames, Frame.Stream.STDOUT));
      assertEquals(List.of(), notes(frames), "it left its error file empty");
      helper.script(2, "ls", EVENTS_ONLY);
      assertEquals("events\n", output(helper.untilFree(), Frame.Stream.STDOUT));
    }
  }

  private static List<Frame> behindEnd(List<Frame> frames) {
    int end = frames.indexOf(only(frames, Frame.Exited.class));
    return frames.subList(end + 1, frames.size());
  }

  @Test
  void what_it_leaves_comes_before_its_end_and_what_else_is_there_does_not() throws Exception {
    try (Bench helper = new Bench(exchange)) {
      helper.script(1, "printf no >error; echo x >unasked; : >other; exit 3", LEAVING);
      List<Frame> frames = helper.untilFree();
      assertEquals(List.of("error=no"), notes(frames));
      assertEquals(List.of(), notes(behindEnd(frames)));
      assertEquals(3, only(frames, Frame.Exited.class).code());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1})
  void what_is_too_long_is_cut_and_called_so(int beyond) throws Exception {
    try (Bench helper = new Bench(exchange)) {
      int length = ExchangeFolder.NOTE_BYTES + beyond;
      helper.script(1, "head -c %d /dev/zero >error".formatted(length), LEAVING);
      Frame.Note note = only(helper.untilFree(), Frame.Note.class);
      assertEquals(beyond > 0 ? "error.cut" : "error", note.name());
      assertEquals(Math.min(length, ExchangeFolder.NOTE_BYTES), note.bytes().length);
    }
  }

  @Test
  void a_question_is_taken_and_its_answer_laid_down_while_the_script_waits() throws Exception {
    try (Bench helper = new Bench(exchange)) {
      helper.script(
          1,
          "echo 'how?' >new; mv new ask; echo >>events; while ! [ -e answer ]; do :; done;"
              + " cat answer; ls",
          ASKING);
      Frame.Note question = helper.next(Frame.Note.class);
      assertEquals("ask", question.name());
      assertArrayEquals("how?\n".getBytes(), question.bytes());
      helper.send(new Frame.Put(1, "answer", "so\n".getBytes()));
      assertEquals("so\nanswer\nevents\n", output(helper.untilFree(), Frame.Stream.STDOUT));
    }
  }

  @Tag("slow")
  @Test
  void all_events_a_script_wrote_before_its_question_come_before_it() throws Exception {
    try (Bench helper = new Bench(exchange)) {
      for (int job = 1; job <= 60; job++) {
        helper.script(
            job,
            "exec 5>>events; echo 'how?' >new; for i in 1 2 3 4 5 6 7 8; do echo $i >&5; done;"
                + " mv new ask; while ! [ -e answer ]; do :; done",
            ASKING);
        StringBuilder before = new StringBuilder();
        Frame frame = helper.next();
        for (; !(frame instanceof Frame.Note); frame = helper.next()) {
          if (frame instanceof Frame.Event event) {
            before.append(new String(event.bytes()));
          }
        }
        assertEquals("1\n2\n3\n4\n5\n6\n7\n8\n", before.toString());
        helper.send(new Frame.Put(job, "answer", new byte[0]));
        helper.untilFree();
      }
    }
  }

  @Test
  void a_question_without_an_event_is_found_too_and_each_one_after_it() throws Exception {
    try (Bench helper = new Bench(exchange)) {
      helper.script(
          1,
          "for i in 1 2 3; do echo $i >new; mv new ask; while ! [ -e answer$i ]; do :; done; done",
          ASKING);
      for (int i = 1; i <= 3; i++) {
        assertEquals(i + "\n", new String(helper.next(Frame.Note.class).bytes()));
        helper.send(new Frame.Put(1, "answer" + i, new byte[0]));
      }
      assertEquals(0, only(helper.untilFree(), Frame.Exited.class).code());
    }
  }

  /** It is so long that the script has time to ask anew while it is read. */
  @Tag("slow")
  @Test
  void a_question_that_was_taken_back_never_comes_in_place_of_the_next() throws Exception {
    Path first = Files.writeString(elsewhere.resolve("1"), "1".repeat(ExchangeFolder.NOTE_BYTES));
    Path second = Files.writeString(elsewhere.resolve("2"), "2".repeat(ExchangeFolder.NOTE_BYTES));
    Path ask = exchange.resolve("ask");
    Events events = new Events();
    ExchangeFolder helper = new ExchangeFolder(exchange, events);
    helper.begin(
        new Frame.Job(1, List.of(), List.of(), "/", new byte[0], 1, 1, 1, Optional.of(ASKING)));
    for (int round = 0; round < 50; round++) {
      long patience = round * 20_000L;
      FutureTask<Boolean> script =
          new FutureTask<>(
              () -> {
                ask(first);
                for (long asked = System.nanoTime(); System.nanoTime() - asked < patience; ) {
                  Thread.onSpinWait();
                }
                boolean isTakenBack = Files.deleteIfExists(ask);
                ask(second);
                return isTakenBack;
              });
      new Thread(script, "script").start();
      List<Frame> frames = new ArrayList<>();
      while (!script.isDone() || Files.exists(ask)) {
        events.await(helper.patience());
        frames.addAll(helper.take(true));
      }
      assertEquals(script.get() ? "2" : "12", beginnings(frames), "round " + round);
    }
  }

  /** Appears with all that is in it. */
  private void ask(Path question) throws IOException {
    Path fresh = Files.createLink(elsewhere.resolve("new"), question);
    Files.move(fresh, exchange.resolve("ask"), StandardCopyOption.ATOMIC_MOVE);
    Files.writeString(exchange.resolve("events"), "\n", StandardOpenOption.WRITE);
  }

  private static String beginnings(List<Frame> frames) {
    StringBuilder beginnings = new StringBuilder();
    for (Frame frame : frames) {
      if (frame instanceof Frame.Note note) {
        beginnings.append((char) note.bytes()[0]);
      }
    }
    return beginnings.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void a_question_that_is_too_long_comes_empty(int beyond) throws Exception {
    try (Bench helper = new Bench(exchange)) {
      int length = ExchangeFolder.NOTE_BYTES + beyond;
      helper.script(
          1,
          "head -c %d /dev/zero >new; mv new ask; while [ -e ask ]; do :; done".formatted(length),
          ASKING);
      Frame.Note question = helper.next(Frame.Note.class);
      assertEquals(beyond > 0 ? 0 : length, question.bytes().length);
      helper.untilFree();
    }
  }

  @Test
  void an_answer_for_another_job_or_for_one_without_a_folder_is_dropped() throws Exception {
    try (Bench helper = new Bench(exchange)) {
      helper.script(1, "exit 0", EVENTS_ONLY);
      helper.untilFree();
      helper.send(new Frame.Put(1, "late", new byte[0]));
      helper.script(2, "read -r go <'%s'".formatted(fifo()));
      helper.next(Frame.Started.class);
      helper.send(new Frame.Put(2, "unasked", new byte[0]));
      helper.send(new Frame.Put(3, "early", new byte[0]));
      helper.send(new Frame.Kill(2, 0));
      helper.untilFree();
      assertEquals(Set.of("events"), namesOnDesk());
    }
  }

  private Path fifo() throws IOException {
    Path path = elsewhere.resolve("fifo");
    Descriptor.ofNewFifo(path).close();
    return path;
  }

  @Test
  void a_graceful_end_is_announced_by_a_file() throws Exception {
    try (Bench helper = new Bench(exchange)) {
      Path ready = elsewhere.resolve("ready");
      helper.script(
          1,
          "trap : TERM; : >'%s'; while ! [ -e cancelled ]; do :; done; exit 4".formatted(ready),
          EVENTS_ONLY);
      awaitFile(ready);
      assertEquals(Set.of("events"), namesOnDesk());
      helper.send(new Frame.Kill(1, NEVER_MILLIS));
      assertEquals(4, only(helper.untilFree(), Frame.Exited.class).code());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mkfifo .put", "ln -s ../elsewhere/file .put"})
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whatever_lies_where_an_answer_is_written_first_it_comes(String script) throws Exception {
    Path file = Files.writeString(elsewhere.resolve("file"), "precious");
    try (Bench helper = new Bench(exchange)) {
      helper.script(
          1,
          script + "; echo >>events; while ! [ -s answer ]; do :; done; cat answer",
          EVENTS_ONLY);
      helper.next(Frame.Event.class);
      helper.send(new Frame.Put(1, "answer", "so\n".getBytes()));
      assertEquals("so\n", output(helper.untilFree(), Frame.Stream.STDOUT));
    }
    assertEquals("precious", Files.readString(file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm events; mkdir events; echo x >events/file",
        "rm events; echo mine >events",
        "rm events; mkfifo events",
        "mkdir -p a/b; touch .hidden a/b/c; ln -s / root; chmod 0 a; chmod 500 .",
        "rm events",
        "chmod 500 .",
        "chmod 777 .",
        "d=$(pwd); cd ..; rm -r \"$d\"; mkdir \"$d\"",
      })
  void whatever_a_script_does_to_the_folder_the_next_finds_it_in_order(String script)
      throws Exception {
    try (Bench helper = new Bench(exchange)) {
      helper.script(1, script, EVENTS_ONLY);
      assertEquals(0, only(helper.untilFree(), Frame.Exited.class).code());
      helper.script(2, "ls -A; stat -c %a .; echo heard >>events", EVENTS_ONLY);
      List<Frame> frames = helper.untilFree();
      assertEquals("events\n700\n", output(frames, Frame.Stream.STDOUT));
      assertEquals("heard\n", events(frames));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo x >error",
        "echo x >error; : >error",
        "rm error",
        "rm error; : >error",
        "rm error; mkdir error; echo x >error/file",
        "ln -sf /etc/passwd error",
        "mv error other",
        "echo x >new; mv new error",
        "ln error other",
        "chmod 0 error",
        "rm error; mkfifo error",
        "echo x >stray",
        "mkdir stray; echo x >.hidden",
        "echo x >stray; touch -r /etc/passwd .",
        "chmod 500 .",
        "chmod 777 .",
        "chmod 0 events",
        "rm events; mkfifo events",
        "echo x >>events; exec 5<>events; echo y >&5",
        ":",
      })
  void whatever_a_script_does_to_a_file_in_the_folder_the_next_finds_it_in_order(String script)
      throws Exception {
    ExchangeFiles wanted =
        new ExchangeFiles(Map.of("error", new byte[0]), List.of(), List.of("error"));
    String list = "ls -A; stat -c '%F %a %s %h' error events; stat -c %a .; echo heard >>events";
    String inOrder = "error\nevents\nregular empty file 600 0 1\nfifo 600 0 1\n700\n";
    try (Bench helper = new Bench(exchange)) {
      helper.script(1, script, wanted);
      helper.untilFree();
      for (int job = 2; job <= 3; job++) {
        helper.script(job, list, wanted);
        List<Frame> frames = helper.untilFree();
        assertEquals(inOrder, output(frames, Frame.Stream.STDOUT));
        assertEquals("heard\n", events(frames));
        assertEquals(List.of(), notes(frames));
      }
    }
  }

  /** What is not in order is put in order before the helper says that it is free. */
  @ParameterizedTest
  @CsvSource({
    ":, true",
    "echo heard >>events, true",
    "echo x >error, true",
    "rm error; : >error, true",
    "ln error ../elsewhere/error, true",
    "chmod 400 error, true",
    "rm error; mkdir error, false",
    "echo x >stray, false",
    "echo x >stray; rm stray, true",
    "echo x >other, false",
    "chmod 500 ., false",
    "chmod 0 events, false",
    "rm events; mkfifo events, false",
    "setsid sh -c 'while echo x; do :; done >>events' 2>/dev/null &, false",
  })
  void only_a_script_that_leaves_the_folder_in_order_leaves_the_helper_clean_at_once(
      String script, boolean clean) throws Exception {
    ExchangeFiles wanted =
        new ExchangeFiles(
            Map.of("error", new byte[0], "blank", new byte[0]), List.of(), List.of("error"));
    try (Bench helper = new Bench(exchange)) {
      helper.script(1, script, wanted);
      assertEquals(clean, only(helper.untilFree(), Frame.Exited.class).clean());
      assertEquals(Set.of("events"), namesOnDesk());
    }
  }

  @Test
  void what_is_put_there_between_two_jobs_is_replaced() throws Exception {
    ExchangeFiles wanted =
        new ExchangeFiles(Map.of("error", new byte[0]), List.of(), List.of("error"));
    try (Bench helper = new Bench(exchange)) {
      helper.script(1, ":", wanted);
      helper.untilFree();
      Files.writeString(exchange.resolve("error"), "of no job");
      helper.script(2, "cat error && echo there", wanted);
      List<Frame> frames = helper.untilFree();
      assertEquals("there\n", output(frames, Frame.Stream.STDOUT));
      assertEquals(List.of(), notes(frames));
    }
  }

  @Test
  void a_folder_that_is_gone_and_cannot_be_made_costs_no_later_job_its_output() throws Exception {
    ExchangeFiles wanted =
        new ExchangeFiles(Map.of("args.json", new byte[1]), List.of(), List.of());
    try (Bench helper = new Bench(exchange)) {
      Files.delete(exchange.resolve("events"));
      Path away = Files.move(exchange, folder.resolve("away"));
      helper.send(
          new Frame.Job(
              1, List.of("/bin/sh"), List.of(), "/", new byte[0], 1, 1, 1, Optional.of(wanted)));
      assertInstanceOf(Frame.Refused.class, helper.next());
      // A helper whose folder stays away ends itself after the job, and that is this process.
      String back =
          "i=0; while [ $i -lt 2000 ]; do echo x; i=$((i + 1)); done;"
              + " /bin/mv \"$1\" \"$2\"; : >\"$2/events\"";
      helper.send(
          new Frame.Job(
              2,
              List.of("/bin/sh", "-c", back, "sh", away.toString(), exchange.toString()),
              List.of(),
              "/",
              new byte[0],
              10_000,
              100,
              100,
              Optional.of(EVENTS_ONLY)));
      List<Frame> frames = helper.untilFree();
      assertEquals("x\n".repeat(2000), output(frames, Frame.Stream.STDOUT));
      assertEquals("", events(frames));
    }
  }

  @Test
  void what_cannot_be_started_leaves_the_folder_empty() throws Exception {
    try (Bench helper = new Bench(exchange)) {
      ExchangeFiles wanted =
          new ExchangeFiles(Map.of("args.json", new byte[1]), List.of(), List.of());
      helper.send(
          new Frame.Job(
              1, List.of("/no/such"), List.of(), "/", new byte[0], 1, 1, 1, Optional.of(wanted)));
      assertInstanceOf(Frame.Refused.class, helper.next());
      assertEquals(Set.of("events"), namesOnDesk());
    }
  }
}
