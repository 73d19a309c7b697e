package dev.bullpen.pool;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.bullpen.pool.job.JobOutcome;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of classes of a project that run in the one helper of a pool. All tests of a class use the
 * same pool; each has a class path of its own.
 */
@Timeout(120)
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ProviderTests {
  static final String PID = "ProcessHandle.current().pid()";

  Path folder;
  TestPool pool;
  CompiledProviders classes;

  @BeforeAll
  void start() throws Exception {
    pool = new TestPool(1, 1); // of two, either may have the next job
  }

  @BeforeEach
  void prepare(@TempDir Path own) throws Exception {
    folder = own;
    classes = new CompiledProviders(folder).main("Pid", "System.out.print(%s);".formatted(PID));
  }

  @AfterAll
  void end() {
    pool.close();
  }

  String run(String name, String... arguments) throws InterruptedException {
    return pool.run(classes.job(name, arguments)).output();
  }

  JobOutcome.Completed completed(String name) throws InterruptedException {
    return assertInstanceOf(JobOutcome.Completed.class, pool.run(classes.job(name)).outcome());
  }

  static boolean runs(String pid) {
    return ProcessHandle.of(Long.parseLong(pid)).map(ProcessHandle::isAlive).orElse(false);
  }

  static void awaitGone(String pid) {
    await().atMost(TestPool.LONG_ENOUGH).until(() -> !runs(pid));
  }
}
