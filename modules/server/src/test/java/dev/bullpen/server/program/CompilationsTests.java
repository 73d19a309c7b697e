package dev.bullpen.server.program;

import static dev.bullpen.server.program.ProgramBench.COUNTS;
import static dev.bullpen.server.program.ProgramBench.MAIN;
import static dev.bullpen.server.program.ProgramBench.ask;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.Lane;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.CallThreads.CallThread;
import dev.bullpen.server.program.ProgramBench.Asked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which requests wait for which compiler, and the end of compilers without requests. */
@Tag("slow")
class CompilationsTests {
  /** Says who it is, and ends when it is ended. */
  private static final String WAITS =
      "echo $$ > pid.$$; mv pid.$$ ${1##*/}.pid; mkfifo gate.$$; read line < gate.$$";

  /** Says that it has begun, and goes on when it may. */
  private static final String GATED = ": > begun; until [ -e open ]; do sleep 0.01; done; ";

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path temporary;
  private ProgramBench bench;

  @BeforeEach
  void open() throws IOException {
    bench = new ProgramBench(temporary);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void several_who_ask_at_a_time_wait_for_one_compilation() throws Exception {
    Programs programs = bench.programs(GATED + COUNTS);
    Path source = bench.file("x.java", MAIN);

    Asked first = ask(programs, source);
    Asked second = ask(programs, source);
    awaitFile("begun");
    Asked third = ask(programs, source);
    bench.file("open", "");

    assertEquals(first.program(), second.program());
    assertEquals(List.of("Any"), third.program().argv());
    assertEquals(1, bench.runs());
  }

  @Test
  void who_is_typing_waits_behind_no_long_job() throws Exception {
    Programs programs = bench.programs("case $1 in *slow.java) " + GATED + " ;; esac; " + COUNTS);
    Asked slow = ask(programs, bench.file("slow.java", MAIN));
    awaitFile("begun");

    Path source = bench.file("x.java", MAIN);
    assertEquals(
        List.of("Any"), ask(programs, Lane.INTERACTIVE, source.toString()).program().argv());

    bench.file("open", "");
    slow.program();
  }

  @Test
  void a_compilation_behind_long_jobs_begins_when_a_completion_waits_for_it_too() throws Exception {
    Programs programs =
        bench.programs("case $1 in *x.java) " + COUNTS + ";; *) " + WAITS + ";; esac");
    List<Asked> slow =
        List.of(
            ask(programs, bench.file("a.java", MAIN)), ask(programs, bench.file("b.java", MAIN)));
    await().atMost(PATIENCE).until(() -> hasBegun("a") || hasBegun("b"));
    long compiler = awaitCompiler(hasBegun("a") ? "a" : "b");
    Path source = bench.file("x.java", MAIN);
    Asked patient = ask(programs, source);

    Asked typing = ask(programs, Lane.INTERACTIVE, source.toString());

    assertEquals(List.of("Any"), typing.program().argv());
    assertEquals(List.of("Any"), patient.program().argv());
    assertTrue(isAlive(compiler), "no place among long jobs has become free");
    slow.forEach(Asked::cancel);
  }

  @Test
  void a_start_that_is_cancelled_has_no_program_when_its_source_is_compiled() throws Exception {
    Programs programs = bench.programs(GATED + COUNTS);
    Path source = bench.file("x.java", MAIN);
    CompletableFuture<Object> end = new CompletableFuture<>();
    try (CallThreads threads = new CallThreads("start", 1, (time, task) -> null)) {
      CallThread start =
          threads.thread(
              Optional.empty(),
              own -> {
                try {
                  end.complete(own.program(programs.find(Lane.LONG, List.of(source.toString()))));
                } catch (NoProgramException | RuntimeException e) {
                  end.complete(e);
                }
              });
      start.start();
      awaitFile("begun");

      Asked other = ask(programs, source);
      start.cancel();
      bench.file("open", "");

      assertEquals(List.of("Any"), other.program().argv());
      assertInstanceOf(
          CancellationException.class, end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }
  }

  @Test
  void a_compiler_for_which_no_request_waits_is_ended_and_its_folder_removed() throws Exception {
    Programs programs = bench.programs(WAITS);
    Path source = bench.file("x.java", MAIN);
    Asked first = ask(programs, source);
    Asked second = ask(programs, source);
    long compiler = awaitCompiler("x");

    first.cancel();
    assertTrue(ask(programs, bench.file("x.jar", "text")).failure().sentence().contains("no jar"));
    assertTrue(isAlive(compiler), "a request still waits");
    second.cancel();

    await().atMost(PATIENCE).until(() -> !isAlive(compiler));
    await().atMost(PATIENCE).until(() -> bench.kept().isEmpty());
    assertFalse(first.isAnswered() || second.isAnswered());
  }

  @Test
  void who_asks_again_after_a_cancel_has_it_compiled_anew() throws Exception {
    Programs programs = bench.programs("[ -e open ] || { " + WAITS + "; }; " + COUNTS);
    Path source = bench.file("x.java", MAIN);
    Asked first = ask(programs, source);
    long compiler = awaitCompiler("x");
    first.cancel();

    bench.file("open", "");

    assertEquals(List.of("Any"), ask(programs, source).program().argv());
    await().atMost(PATIENCE).until(() -> !isAlive(compiler));
    await().atMost(PATIENCE).until(() -> bench.kept().size() == 1);
    assertEquals(1, bench.runs());
  }

  @Test
  void two_are_compiled_at_a_time_and_each_that_ends_makes_room_for_the_next() throws Exception {
    Programs programs = bench.programs(WAITS);
    List<Asked> asked = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d")) {
      asked.add(ask(programs, bench.file(name + ".java", MAIN)));
    }
    assertTrue(ask(programs, bench.file("x.jar", "text")).failure().sentence().contains("no jar"));
    await()
        .atMost(PATIENCE)
        .ignoreExceptions() // there may be no folder yet
        .until(() -> bench.kept().size() == Compilations.AT_A_TIME);

    asked.get(2).cancel();
    asked.get(0).cancel();
    asked.get(1).cancel();

    awaitCompiler("d");
    asked.get(3).cancel();
    await().atMost(PATIENCE).until(() -> bench.kept().isEmpty());
    assertFalse(Files.exists(bench.root.resolve("c.java.pid")), "no request wanted it any more");
  }

  @Test
  void nothing_unfinished_is_left_when_the_server_ends() throws Exception {
    Programs programs = bench.programs(GATED);
    ask(programs, bench.file("x.java", MAIN));
    awaitFile("begun");
    assertEquals(1, bench.kept().size());

    bench.close();

    assertEquals(List.of(), bench.kept());
  }

  private boolean hasBegun(String name) {
    return Files.exists(bench.root.resolve(name + ".java.pid"));
  }

  private long awaitCompiler(String name) throws IOException {
    return Long.parseLong(Files.readString(awaitFile(name + ".java.pid")).strip());
  }

  /** What a compiler leaves in the project. */
  private Path awaitFile(String name) {
    Path file = bench.root.resolve(name);
    await().atMost(PATIENCE).until(() -> Files.exists(file));
    return file;
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).isPresent();
  }
}
