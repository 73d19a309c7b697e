package dev.bullpen.server.resource;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.Lane;
import dev.bullpen.project.Project;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.project.resource.ResourceTarget;
import dev.bullpen.remote.FetchCancel;
import dev.bullpen.server.call.AnswerRoom;
import dev.bullpen.server.call.JobIntake;
import dev.bullpen.server.call.JobLimits;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.program.ProgramSource;
import dev.bullpen.server.tool.ToolSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Resources of another host that does not answer any more. */
@Timeout(60)
class ResourceWatchTests {
  // Files are read by none of these.
  private static final JobIntake NO_JOBS = null;
  private static final ProgramSource NO_PROGRAMS = null;

  private static final String FLAKY = "https://files.example/flaky";

  private static final int POLLS = 3 * ResourceFetch.THREADS_OF_ONE_HOST;

  @TempDir Path folder;
  private final BlockingQueue<FetchCancel> silent = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> changed = new LinkedBlockingQueue<>();

  /** What a host says to one poll after the other; it does not answer to "fails". */
  private final Deque<String> said = new ConcurrentLinkedDeque<>();

  private Catalogs catalogs;
  private AnswerRoom room;
  private ResourceFetch fetch;
  private ResourceWatch watch;

  @BeforeEach
  void a_watch() throws Exception {
    Path root = folder.toRealPath();
    Path resources = Files.createDirectory(root.resolve("resources"));
    Files.writeString(resources.resolve("hello.txt"), "");
    Files.writeString(
        resources.resolve("hello.meta.json"),
        "{\"name\":\"hello\",\"uri\":\"echo://hello\",\"provider\":\"echo\"}");
    Map<String, String> environment = Map.of("MCPBASH_RESOURCES_POLL_INTERVAL_SECS", "1");
    catalogs = new Catalogs(Project.open(root, environment, root, warning -> {}));
    room = new AnswerRoom(Wire.reading().writer());
    fetch =
        new ResourceFetch(
            catalogs,
            NO_JOBS,
            NO_PROGRAMS,
            Runnable::run,
            this::answer,
            ToolSettings.of(environment, Duration.ZERO, JobLimits.NONE),
            room);
    watch = new ResourceWatch(catalogs, fetch, environment, changed::add);
  }

  @AfterEach
  void end() {
    watch.close();
    fetch.close();
    room.close();
    catalogs.close();
  }

  private void answer(URI uri, Duration waited, FetchCancel cancel, OutputStream into) {
    try {
      if (uri.equals(URI.create(FLAKY))) {
        String now = said.size() > 1 ? said.remove() : said.getFirst();
        if (now.equals("fails")) {
          throw new IllegalStateException("no answer");
        }
        into.write(now.getBytes(StandardCharsets.UTF_8));
        return;
      }
      if (!uri.getPath().equals("/read")) {
        silent.add(cancel);
        while (!cancel.isCancelled()) {
          Thread.sleep(1);
        }
      }
      into.write('x');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String uri(int number) {
    return "https://files.example/" + number;
  }

  private static ResourceRead https(String uri) {
    return new ResourceRead.Https(
        new ResourceTarget(uri, Optional.of("text/plain"), Optional.empty(), "https"),
        URI.create(uri));
  }

  private FetchCancel polled() throws InterruptedException {
    FetchCancel cancel = silent.poll(30, TimeUnit.SECONDS);
    assertTrue(cancel != null, "nothing is polled");
    return cancel;
  }

  @Test
  void who_reads_does_not_wait_for_what_is_polled() throws Exception {
    for (int i = 0; i < POLLS; i++) {
      fetch.begin(https(uri(i)), Lane.LONG, polled -> {});
    }
    polled();
    BlockingQueue<ResourceFetch.Fetched> told = new LinkedBlockingQueue<>();
    fetch.begin(https("https://files.example/read"), Lane.INTERACTIVE, told::add);
    assertInstanceOf(
        ResourceFetch.Fetched.Contents.class, told.poll(30, TimeUnit.SECONDS), "it waits");
  }

  @Test
  void a_host_that_fails_for_a_while_has_changed_nothing() throws Exception {
    said.addAll(List.of("one", "fails", "one", "two"));
    CountDownLatch known = new CountDownLatch(1);
    watch.add(List.of(FLAKY), known::countDown);
    assertTrue(known.await(30, TimeUnit.SECONDS));
    assertEquals(FLAKY, changed.poll(30, TimeUnit.SECONDS));
    assertEquals(List.of("two"), List.copyOf(said), "it was told before all was said");
    assertEquals(0, changed.size());
  }

  @Test
  void what_a_uri_says_itself_never_changes() throws Exception {
    watch.add("echo://hello", "as it was read", () -> {});
    watch.look();
    CountDownLatch looked = new CountDownLatch(1);
    watch.add(List.of("echo://other"), looked::countDown);
    assertTrue(looked.await(30, TimeUnit.SECONDS));
    assertEquals(0, changed.size());
  }

  @Test
  void what_nobody_is_subscribed_to_any_more_is_polled_no_longer() throws Exception {
    watch.add(uri(0), "as it was", () -> {});
    FetchCancel poll = polled();
    watch.remove(uri(0));
    await().atMost(Duration.ofSeconds(30)).until(poll::isCancelled); // perhaps just being begun
    assertEquals(0, silent.size());
  }
}
