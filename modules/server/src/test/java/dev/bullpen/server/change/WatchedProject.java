package dev.bullpen.server.change;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.project.Project;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.client.LargeAnswers;
import dev.bullpen.server.program.ProgramSource;
import dev.bullpen.server.resource.ResourceFetch;
import dev.bullpen.server.resource.ResourceFetch.ResourceThreads;
import dev.bullpen.server.resource.ResourceWatch;
import dev.bullpen.server.tool.TestScripts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A project whose files are read and checked when a test says so, and the way to its client. */
final class WatchedProject implements AutoCloseable {
  // Nothing but files is read here.
  private static final JobIntake NO_JOBS = null;
  private static final ProgramSource NO_PROGRAMS = null;
  private static final CallThreads NO_THREADS = null;

  final Wire wire = Wire.reading();
  final CallTable table = new CallTable();
  final Catalogs catalogs;
  final ResourceFetch fetch;
  final ResourceWatch watch;
  private final LargeAnswers largeAnswers = new LargeAnswers();

  /**
   * @param root what is in it by now is in the first catalog
   * @param reads runs what reads a file
   * @param changed gets the URI of what has changed
   */
  WatchedProject(Path root, Executor reads, Consumer<String> changed)
      throws IOException, InterruptedException {
    Map<String, String> environment =
        Map.of(
            "PATH", "/usr/bin:/bin",
            "MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true",
            "MCPBASH_RESOURCES_POLL_INTERVAL_SECS", "0");
    catalogs = new Catalogs(Project.open(root, environment, root, warning -> {}));
    fetch =
        new ResourceFetch(
            TestScripts.of(catalogs, environment, NO_JOBS, NO_PROGRAMS),
            NO_THREADS,
            new ResourceThreads(Calls.threads(reads), NO_THREADS, NO_THREADS),
            largeAnswers);
    watch = new ResourceWatch(catalogs, fetch, environment, changed);
    CountDownLatch loaded = new CountDownLatch(1);
    catalogs.whenLoaded(loaded::countDown);
    assertTrue(loaded.await(60, TimeUnit.SECONDS));
  }

  @Override
  public void close() {
    watch.close();
    largeAnswers.close();
    catalogs.close();
  }
}
