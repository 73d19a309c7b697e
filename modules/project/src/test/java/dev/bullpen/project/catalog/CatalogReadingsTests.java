package dev.bullpen.project.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.registration.ProjectHook;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readings of a project by several threads. */
class CatalogReadingsTests extends ProjectTest {

  /** A hook of which all runs but the first last until they may end. */
  private static final class SlowHook implements ProjectHook {
    final AtomicInteger runs = new AtomicInteger();
    final AtomicInteger running = new AtomicInteger();
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch mayEnd = new CountDownLatch(1);
    volatile boolean overlapped;

    @Override
    public Outcome run(List<String> command, Map<String, String> environment)
        throws InterruptedException {
      overlapped |= running.incrementAndGet() > 1;
      if (runs.incrementAndGet() > 1) {
        begun.countDown();
        assertTrue(mayEnd.await(30, TimeUnit.SECONDS));
      }
      running.decrementAndGet();
      return new Outcome(0, "{\"tools\": []}".getBytes(UTF_8), new byte[0], false);
    }
  }

  @Test
  @Timeout(60)
  void one_reading_follows_another_and_holds_up_no_thread_that_needs_the_current_catalog()
      throws Exception {
    project.script("server.d/register.sh", "#!/bin/bash\n");
    project.env.put("MCPBASH_ALLOW_PROJECT_HOOKS", "true");
    SlowHook hook = new SlowHook();
    Project open =
        Project.open(
            project.root, project.env, project.root.resolve("home"), project.warnings::add, hook);
    Catalog first = open.catalog();
    project.script("server.d/register.sh", "#!/bin/bash\n# run it again\n");
    CompletableFuture<Catalog> second = CompletableFuture.supplyAsync(open::refresh);
    hook.begun.await();
    project.script("server.d/register.sh", "#!/bin/bash\n# and again\n");
    CompletableFuture<Catalog> third = CompletableFuture.supplyAsync(open::refresh);
    long muchLater = System.nanoTime() + Duration.ofHours(1).toNanos();
    assertTrue(open.isStale(muchLater));
    assertSame(first, open.catalog());
    assertSame(first, open.refreshIfStale(muchLater));
    assertEquals(2, hook.runs.get());
    hook.mayEnd.countDown();
    assertNotSame(second.get(), third.get());
    assertSame(third.get(), open.catalog(), "the reading begun last is the current one");
    assertEquals(3, hook.runs.get());
    assertEquals(false, hook.overlapped);
  }
}
