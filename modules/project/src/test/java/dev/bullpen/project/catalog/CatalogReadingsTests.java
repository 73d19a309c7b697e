package dev.bullpen.project.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.registration.ProjectHook;
import dev.bullpen.project.watch.WatchFixture;
import java.io.IOException;
import java.lang.Thread.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
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
    final int firstCode;
    volatile boolean overlapped;

    SlowHook(int firstCode) {
      this.firstCode = firstCode;
    }

    @Override
    public Outcome run(List<String> command, Map<String, String> environment)
        throws InterruptedException {
      overlapped |= running.incrementAndGet() > 1;
      int run = runs.incrementAndGet();
      if (run > 1) {
        begun.countDown();
        assertTrue(mayEnd.await(30, TimeUnit.SECONDS));
      }
      running.decrementAndGet();
      int code = run > 1 ? 0 : firstCode;
      return new Outcome(code, "{\"tools\": []}".getBytes(UTF_8), new byte[0], false);
    }
  }

  private Project open(SlowHook hook) throws IOException {
    project.script("server.d/register.sh", "#!/bin/bash\n");
    project.env.put("MCPBASH_ALLOW_PROJECT_HOOKS", "true");
    return Project.open(
        project.root, project.env, project.root.resolve("home"), project.warnings::add, hook);
  }

  @Test
  @Timeout(60)
  void a_reading_under_way_is_waited_for_and_makes_the_catalog_current() throws Exception {
    SlowHook hook = new SlowHook(1);
    Project open = open(hook);
    long earlier = System.nanoTime() - Duration.ofHours(1).toNanos();
    assertTrue(open.refreshIfStale(earlier).broken().isPresent());
    project.script("server.d/register.sh", "#!/bin/bash\n# mended\n");
    CompletableFuture<Catalog> second = CompletableFuture.supplyAsync(open::refresh);
    hook.begun.await();
    FutureTask<Catalog> asked = new FutureTask<>(() -> open.refreshIfStale(System.nanoTime()));
    Thread asking = new Thread(asked);
    asking.start();
    await()
        .atMost(WatchFixture.DEADLINE)
        .until(() -> Set.of(State.BLOCKED, State.TERMINATED).contains(asking.getState()));
    hook.mayEnd.countDown();
    assertSame(second.get(), asked.get());
    assertTrue(asked.get().broken().isEmpty());
    assertEquals(2, hook.runs.get(), "what was read meanwhile is not read again");
  }

  @Test
  @Timeout(60)
  void one_reading_follows_another_and_holds_up_no_thread_that_needs_the_current_catalog()
      throws Exception {
    SlowHook hook = new SlowHook(0);
    Project open = open(hook);
    Catalog first = open.catalog();
    project.script("server.d/register.sh", "#!/bin/bash\n# run it again\n");
    CompletableFuture<Catalog> second = CompletableFuture.supplyAsync(open::refresh);
    hook.begun.await();
    project.script("server.d/register.sh", "#!/bin/bash\n# and again\n");
    CompletableFuture<Catalog> third = CompletableFuture.supplyAsync(open::refresh);
    long muchLater = System.nanoTime() + Duration.ofHours(1).toNanos();
    assertTrue(open.isStale(muchLater));
    assertSame(first, open.catalog());
    assertEquals(2, hook.runs.get());
    hook.mayEnd.countDown();
    assertNotSame(second.get(), third.get());
    assertSame(third.get(), open.catalog(), "the reading begun last is the current one");
    assertEquals(3, hook.runs.get());
    assertEquals(false, hook.overlapped);
  }
}
