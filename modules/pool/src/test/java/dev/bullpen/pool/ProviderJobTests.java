package dev.bullpen.pool;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.bullpen.fuzz.Rounds;
import dev.bullpen.pool.helper.KillTimes;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes of a project run in helpers, and cost at worst the helper they run in. */
@Tag("slow")
class ProviderJobTests extends ProviderTests {
  /** A running job that has written its helper's pid, and then does as its body says. */
  private String started(Path file) {
    await().atMost(TestPool.LONG_ENOUGH).until(() -> Files.exists(file) && Files.size(file) > 0);
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String writePid() {
    return "java.nio.file.Files.writeString(java.nio.file.Path.of(args[0] + \".new\"), \"\" + %s);"
            .formatted(PID)
        + "new File(args[0] + \".new\").renameTo(new File(args[0]));";
  }

  @Test
  void what_main_prints_is_the_output_and_it_gets_its_job() throws Exception {
    classes.main("Given", "System.out.println(args[0] + System.getenv(\"MCP_TOLD\"));");
    assertEquals("an argument and this\n", run("Given", "an argument and "));
  }

  @Test
  void a_main_may_be_inherited() throws Exception {
    classes.main(
        "Base", "System.out.print(\"inherited\"); } static class Heir extends Base { } static {");
    assertEquals("inherited", run("Base$Heir"));
  }

  @Test
  void one_helper_runs_one_after_another() throws Exception {
    assertEquals(run("Pid"), run("Pid"));
  }

  @Test
  void children_and_the_raw_descriptor_write_to_the_same_output() throws Exception {
    classes.main(
        "Raw",
        """
        new FileOutputStream(FileDescriptor.out).write("raw ".getBytes());
        new ProcessBuilder("/bin/sh", "-c", "printf child").inheritIO().start().waitFor();
        """);
    assertEquals("raw child", run("Raw"));
  }

  @Test
  void an_exception_is_exit_code_1_with_its_trace() throws Exception {
    classes.main("Fails", "System.out.print(1); throw new IOException(\"no disk\");");
    JobOutcome.Completed outcome = completed("Fails");
    assertEquals(1, outcome.code());
    assertEquals("1", new String(outcome.stdout()));
    String trace = new String(outcome.stderr());
    assertTrue(trace.startsWith("java.io.IOException: no disk\n\tat Fails.main("), trace);
  }

  @Test
  void a_class_that_is_not_there_says_so() throws Exception {
    JobOutcome.Completed outcome = completed("Missing");
    assertEquals(1, outcome.code());
    assertTrue(new String(outcome.stderr()).contains("ClassNotFoundException: Missing"));
  }

  @Test
  void a_megabyte_comes_whole_and_too_much_is_cut_off() throws Exception {
    classes.main(
        "Long",
        "byte[] line = new byte[1024]; int lines = Integer.parseInt(args[0]);"
            + "for (int i = 0; i < lines; i++) System.out.write(line);");
    assertEquals(1024 * 1024, run("Long", "1024").length());
    assertEquals(FailureReason.OUTPUT_LIMIT, pool.run(classes.job("Long", "100000")).failure());
    assertTrue(runs(run("Pid")));
  }

  @Test
  void who_heeds_the_interrupt_costs_no_helper() throws Exception {
    classes.main("Sleeps", writePid() + "Thread.sleep(1_000_000);");
    Path file = folder.resolve("pid");
    try (TestPool patient = new TestPool(TestPool.helperCommand(), TestPool.ENDLESS)) {
      TestPool.Running running = patient.run(classes.job("Sleeps", file.toString()));
      String helper = started(file);
      assertTrue(running.job().cancel());
      assertEquals(helper, patient.run(classes.job("Pid")).output());
    }
  }

  @Test
  void a_tight_loop_costs_its_helper_and_no_job_waits_for_it() throws Exception {
    classes.main("Loops", writePid() + "while (true) { calls++; }");
    run("Pid");
    Path file = folder.resolve("pid");
    TestPool.Running running = pool.run(classes.job("Loops", file.toString()));
    String helper = started(file);
    assertTrue(running.job().cancel());
    assertNotEquals(helper, run("Pid"));
    awaitGone(helper);
  }

  @Test
  void a_tight_loop_past_its_time_is_a_timeout() throws Exception {
    classes.main(
        "Loops",
        "System.err.print(\"so far\"); System.err.flush();" + writePid() + "while (true) calls++;");
    Path file = folder.resolve("pid");
    KillTimes toListen =
        new KillTimes(
            KillTimes.USUAL.provider(),
            TestPool.LONG_ENOUGH,
            KillTimes.USUAL.clean(),
            TestPool.LONG_ENOUGH);
    try (TestPool listening = new TestPool(TestPool.helperCommand(), toListen)) {
      TestPool.Running running = listening.run(classes.job("Loops", file.toString()));
      started(file);
      running.job().extend(Duration.ZERO, TestPool.LONG_ENOUGH);
      JobOutcome.Failed failed = assertInstanceOf(JobOutcome.Failed.class, running.outcome());
      assertEquals(FailureReason.TIMEOUT, failed.reason());
      assertEquals("so far", new String(failed.stderr()));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 3}) // the latter is the code of a JVM whose heap is full, too
  void an_exit_ends_the_job_with_its_reason(int code) throws Exception {
    classes.main("Exits", "System.exit(%d);".formatted(code));
    assertEquals(FailureReason.EXIT, pool.run(classes.job("Exits")).failure());
    assertTrue(runs(run("Pid")));
  }

  @Test
  void memory_used_up_ends_the_job_with_its_reason() throws Exception {
    classes.main(
        "Hungry", "List<byte[]> all = new ArrayList<>(); while (true) all.add(new byte[1 << 20]);");
    assertEquals(FailureReason.OUT_OF_MEMORY, pool.run(classes.job("Hungry")).failure());
    assertTrue(runs(run("Pid")));
  }

  @Test
  void processes_left_behind_are_ended_and_the_helper_goes_on() throws Exception {
    classes.main(
        "Leaves",
        "System.out.print(%s + \" \" + new ProcessBuilder(\"sleep\", \"1000\").start().pid());"
            .formatted(PID));
    String[] pids = run("Leaves").split(" ");
    assertEquals(pids[0], run("Pid"));
    awaitGone(pids[1]);
  }

  @Test
  void one_that_takes_the_streams_away_still_says_why_it_failed() throws Exception {
    classes.main(
        "Mute", "System.setOut(null); System.setErr(null); throw new IOException(\"no disk\");");
    JobOutcome.Completed outcome = completed("Mute");
    assertEquals(1, outcome.code());
    assertTrue(new String(outcome.stderr()).startsWith("java.io.IOException: no disk"));
    assertTrue(runs(run("Pid")));
  }

  @Test
  void a_recursion_without_end_is_named_in_the_last_bytes() throws Exception {
    classes.main("Deep", "main(args);");
    String[] errors = new String(completed("Deep").stderr()).split("\n");
    assertEquals("java.lang.StackOverflowError", errors[0]);
    assertTrue(String.join("\n", errors).length() < 4096);
  }

  /** More files than one may leave open. */
  private static final String OPENS_MANY =
      "List<Object> all = new ArrayList<>(); kept = all;"
          + "for (int i = 0; i < 300; i++) all.add(new FileInputStream(\"/dev/null\"));";

  @Test
  void those_of_its_libraries_do_not_however_many_there_are_and_its_own_still_do()
      throws Exception {
    classes.main("Opens", OPENS_MANY + "System.out.print(%s);".formatted(PID));
    classes.main(
        "Looks",
        "try { Class.forName(\"Nowhere\"); } catch (ClassNotFoundException everyJarIsOpen) { }"
            + "System.out.print(new File(\"/dev/fd\").list().length + \" \" + %s);".formatted(PID));
    List<Path> jars = jars(300);
    String[] first = pool.run(classes.job("Looks", jars)).output().split(" ");
    assertTrue(Integer.parseInt(first[0]) > 300, first[0]);
    assertEquals(first[1], pool.run(classes.job("Looks", jars)).output().split(" ")[1]);
    assertEquals(first[1], pool.run(classes.job("Opens", jars)).output());
    assertNotEquals(first[1], run("Pid"));
    awaitGone(first[1]);
  }

  private List<Path> jars(int count) throws IOException {
    List<Path> jars = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      jars.add(folder.resolve(i + ".jar"));
      try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(jars.get(i)))) {
        jar.putNextEntry(new ZipEntry("LICENSE"));
      }
    }
    return jars;
  }

  @Test
  void one_that_clears_up_when_it_is_cancelled_has_its_grace_for_that() throws Exception {
    classes.main(
        "Clears",
        writePid()
            + "try { Thread.sleep(1_000_000); } catch (InterruptedException e) { Thread.sleep(500); }"
            + "new File(args[0]).delete();");
    Path file = folder.resolve("pid");
    TestPool.Running running =
        pool.run(
            classes.job("Clears", TestPool.LONG_ENOUGH, TestPool.LONG_ENOUGH, file.toString()));
    started(file);
    assertTrue(running.job().cancel());
    await().atMost(TestPool.LONG_ENOUGH).until(() -> !Files.exists(file));
  }

  private static final String ENDLESS_THREAD =
      "new Thread(() -> { while (true) try { Thread.sleep(1000); } catch (Exception e) {} }).start();";

  private static final String IN_THE_COMMON_POOL =
      "ForkJoinPool.commonPool().submit((Callable<Object>) () -> { %s; return 0; });";

  static Stream<Arguments> leftovers() {
    return Rounds.every(
        2,
        List.of(
            arguments("threads", "for (int i = 0; i < 100; i++) " + ENDLESS_THREAD),
            arguments("a sleeping task", IN_THE_COMMON_POOL.formatted("Thread.sleep(1_000_000)")),
            arguments("descriptors", OPENS_MANY),
            arguments("a closed error output", "new FileOutputStream(FileDescriptor.err).close();"),
            arguments("a busy task", IN_THE_COMMON_POOL.formatted("while (++calls > 0)")),
            arguments(
                "a task's thread",
                "CountDownLatch started = new CountDownLatch(1); ForkJoinPool.commonPool().execute(() -> {"
                    + ENDLESS_THREAD
                    + "started.countDown(); }); started.await();"),
            arguments("a closed output", "new FileOutputStream(FileDescriptor.out).close();"),
            arguments("a closed input", "new FileInputStream(FileDescriptor.in).close();")))
        .stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("leftovers")
  void what_others_would_suffer_from_costs_the_helper_after_the_answer(String what, String body)
      throws Exception {
    classes.main("Leaves", "System.out.print(%s); System.out.flush();".formatted(PID) + body);
    String helper = run("Leaves");
    assertNotEquals(helper, run("Pid"));
    awaitGone(helper);
  }

  @Test
  void it_sees_the_platform_and_nothing_of_the_helper() throws Exception {
    classes.main(
        "Looks",
        """
        for (String name : List.of("java.util.List", "dev.bullpen.posix.spawn.Spawn", "com.sun.jna.Native")) {
          try { Class.forName(name); System.out.print("seen "); }
          catch (ClassNotFoundException e) { System.out.print("hidden "); }
        }
        """);
    assertEquals("seen hidden hidden ", run("Looks"));
  }

  @Test
  void parallel_streams_cost_no_helper() throws Exception {
    classes.main(
        "Parallel",
        "java.util.stream.IntStream.range(0, 10_000).parallel().map(i -> i * 2).sum();"
            + "System.out.print(%s);".formatted(PID));
    // The common pool's threads have some milliseconds to find that there is no more to do.
    await().atMost(TestPool.LONG_ENOUGH).until(() -> run("Parallel").equals(run("Pid")));
  }

  @Test
  void threads_that_the_jdk_keeps_for_all_cost_no_helper() throws Exception {
    classes.main(
        "Causes",
        """
        new ProcessBuilder("true").start().waitFor();
        new java.awt.image.BufferedImage(9, 9, java.awt.image.BufferedImage.TYPE_INT_RGB).createGraphics().dispose();
        kept = java.lang.ref.Cleaner.create();
        FutureTask<Void> task = new FutureTask<>(() -> { Thread.sleep(1); return null; });
        try {
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
          task.get();
        } catch (NoSuchMethodException before21) { }
        System.out.print(%s);
        """
            .formatted(PID));
    String helper = run("Causes");
    assertEquals(helper, run("Causes"));
    assertEquals(helper, run("Pid"));
  }
}
