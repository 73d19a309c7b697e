package dev.bullpen.server.resource;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.JobHandle;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.project.Project;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.CallThreads.CallThread;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.StubJob;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.client.LargeAnswers;
import dev.bullpen.server.program.ProgramSource;
import dev.bullpen.server.resource.ResourceFetch.ResourceThreads;
import dev.bullpen.server.tool.TestScripts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Resources of another host that does not answer any more. */
@Timeout(60)
class ResourceWatchTests {
  private static final ProgramSource SCRIPTS =
      (lane, command) -> CompletableFuture.completedFuture(JobRequest.Program.script(command));

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "PATH", "/usr/bin:/bin",
          "MCPBASH_HTTPS_TIMEOUT", "1",
          "MCPBASH_RESOURCES_POLL_INTERVAL_SECS", "1");

  private static final String FLAKY = "https://files.example/flaky";
  private static final String READ = "https://files.example/read";

  /** One of which may read from hosts. */
  private static final int HELPERS = 2;

  /** A job whose script waits for its host. */
  private static class Silent extends StubJob {
    private final String uri;
    private final JobListener listener;
    private volatile boolean cancelled;

    Silent(String uri, JobListener listener) {
      this.uri = uri;
      this.listener = listener;
    }

    void fails() {
      listener.ended(new JobOutcome.Completed(false, 5, new byte[0], new byte[0]));
    }

    @Override
    public boolean cancel() {
      cancelled = true;
      return true;
    }

    boolean isCancelled() {
      return cancelled;
    }
  }

  @TempDir Path folder;
  private final BlockingQueue<Silent> silent = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> changed = new LinkedBlockingQueue<>();

  /** What a host says to one poll after the other; its script fails at "fails". */
  private final Deque<String> said = new ConcurrentLinkedDeque<>();

  private final CallThreads threads = new CallThreads("read", HELPERS, (time, task) -> null);
  private final ResourceThreads others = ResourceThreads.of(HELPERS, (time, task) -> null);
  private int calls;
  private Catalogs catalogs;
  private LargeAnswers room;
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
    Files.writeString(
        Files.createDirectory(root.resolve("providers")).resolve("https.sh"), "#!/bin/sh\n");
    catalogs = new Catalogs(Project.open(root, ENVIRONMENT, root, warning -> {}));
    room = new LargeAnswers();
    fetch = fetch(others);
    watch = new ResourceWatch(catalogs, fetch, ENVIRONMENT, changed::add);
  }

  private ResourceFetch fetch(ResourceThreads own) {
    return new ResourceFetch(
        TestScripts.of(catalogs, ENVIRONMENT, this::prepare, SCRIPTS), threads, own, room);
  }

  @AfterEach
  void end() {
    watch.close();
    room.close();
    threads.close();
    others.all().forEach(CallThreads::close);
    catalogs.close();
  }

  private JobHandle prepare(JobRequest request, JobListener listener) {
    List<String> command = request.script().program().argv();
    String uri = command.get(command.size() - 1);
    return new Silent(uri, listener) {
      @Override
      public void submit() {
        if (uri.equals(FLAKY)) {
          String now = said.size() > 1 ? said.remove() : said.getFirst();
          listener.ended(
              new JobOutcome.Completed(
                  false,
                  now.equals("fails") ? 5 : 0,
                  now.getBytes(StandardCharsets.UTF_8),
                  new byte[0]));
        } else if (uri.equals(READ)) {
          listener.ended(new JobOutcome.Completed(false, 0, new byte[1], new byte[0]));
        } else {
          silent.add(this);
        }
      }
    };
  }

  /** Reads for a call, to which nothing is answered; what is returned takes it back. */
  private Runnable read(String uri, Collection<ResourceFetch.Fetched> results) throws Exception {
    Call call = Calls.open(++calls, new LineReply(Wire.reading().writer()), new CallTable());
    fetch.serve(call, https(uri), results::add);
    return call::cancel;
  }

  private CallThread poll(String uri) throws Exception {
    CallThread thread = fetch.poll(https(uri), polled -> {});
    thread.start();
    return thread;
  }

  private static String uri(int number) {
    return "https://files.example/" + number;
  }

  private ResourceRead https(String uri) throws Exception {
    return catalogs.project().resourceReads().plan(Optional.of(uri), Optional.empty());
  }

  private Silent begun() throws InterruptedException {
    Silent job = silent.poll(30, TimeUnit.SECONDS);
    assertTrue(job != null, "nothing is read");
    return job;
  }

  @Test
  void polls_run_one_at_a_time_and_no_read_waits_for_them() throws Exception {
    CallThread first = poll(uri(0));
    poll(uri(1));
    Silent poll = begun();
    assertEquals(0, silent.size());
    BlockingQueue<ResourceFetch.Fetched> results = new LinkedBlockingQueue<>();
    read(READ, results);
    assertInstanceOf(
        ResourceFetch.Fetched.Contents.class, results.poll(30, TimeUnit.SECONDS), "it waits");
    first.cancel();
    assertTrue(poll.isCancelled());
    begun();
  }

  @Test
  void a_read_waits_for_its_turn_within_its_time() throws Exception {
    read(uri(0), new ArrayList<>());
    BlockingQueue<ResourceFetch.Fetched> results = new LinkedBlockingQueue<>();
    read(uri(1), results);
    long asked = System.nanoTime();
    Silent first = begun();
    assertEquals(0, silent.size());
    await().until(() -> System.nanoTime() - asked > TimeUnit.SECONDS.toNanos(1));
    first.fails();
    ResourceFetch.Fetched.Failure late =
        assertInstanceOf(ResourceFetch.Fetched.Failure.class, results.poll(30, TimeUnit.SECONDS));
    assertEquals("No complete answer from files.example:443 in 1 seconds", late.why().getMessage());
    read(uri(2), new ArrayList<>());
    begun();
  }

  @Test
  void a_read_that_is_given_up_makes_room_for_the_next() throws Exception {
    Runnable first = read(uri(0), new ArrayList<>());
    Runnable second = read(uri(1), new ArrayList<>());
    read(uri(2), new ArrayList<>());
    Silent running = begun();
    second.run();
    assertEquals(0, silent.size());
    first.run();
    assertTrue(running.isCancelled());
    begun();
    assertEquals(0, silent.size());
  }

  @Tag("slow")
  @Test
  void a_host_that_fails_for_a_while_has_changed_nothing() throws Exception {
    said.addAll(List.of("one", "fails", "one", "two"));
    CountDownLatch known = new CountDownLatch(1);
    watch.add(List.of(FLAKY), known::countDown);
    assertTrue(known.await(30, TimeUnit.SECONDS));
    assertEquals(FLAKY, changed.poll(30, TimeUnit.SECONDS));
    assertEquals(List.of("two"), List.copyOf(said), "it was notified before all was reported");
    assertEquals(0, changed.size());
  }

  @Test
  void a_read_before_a_check_is_no_change_after_it() throws Exception {
    said.add("two");
    CountDownLatch known = new CountDownLatch(1);
    watch.add(List.of(FLAKY), known::countDown);
    assertTrue(known.await(30, TimeUnit.SECONDS));
    watch.learn(FLAKY, "one");
    assertEquals(0, changed.size());
  }

  @Test
  void a_check_that_gets_no_thread_is_not_waited_for() throws Exception {
    CallThreads none =
        Calls.threads(
            task -> {
              throw new NoThreadException(new OutOfMemoryError("as the test wants it"));
            });
    CountDownLatch known = new CountDownLatch(1);
    ResourceFetch fetched = fetch(new ResourceThreads(others.files(), others.hosts(), none));
    try (ResourceWatch watched = new ResourceWatch(catalogs, fetched, ENVIRONMENT, changed::add)) {
      watched.add(List.of(FLAKY), known::countDown);
      assertTrue(known.await(4, TimeUnit.SECONDS), "a second less than a first check may take");
    }
  }

  /** Watches these with one place for a poll, for which one poll may wait. */
  private ResourceWatch narrow(CallThreads polls) {
    ResourceFetch own = fetch(new ResourceThreads(others.files(), others.hosts(), polls));
    return new ResourceWatch(catalogs, own, ENVIRONMENT, changed::add);
  }

  private static void awaitWaiting(CallThreads polls) {
    await().atMost(Duration.ofSeconds(30)).until(() -> polls.describe().contains(", 1 waiting"));
  }

  @Test
  void a_resource_that_finds_too_many_polls_waiting_is_not_known_yet_and_has_not_changed()
      throws Exception {
    said.addAll(List.of("one", "one", "two"));
    CountDownLatch known = new CountDownLatch(1);
    CountDownLatch checked = new CountDownLatch(1);
    try (CallThreads polls = Calls.fewThreads();
        ResourceWatch narrow = narrow(polls)) {
      narrow.add(List.of(uri(0), uri(1)), () -> {});
      awaitWaiting(polls);
      narrow.add(List.of(FLAKY), known::countDown);
      narrow.add(List.of("echo://hello"), checked::countDown);
      assertTrue(checked.await(30, TimeUnit.SECONDS));
      assertEquals(1, known.getCount(), "nothing is known of it");
      narrow.remove(uri(0));
      narrow.remove(uri(1));
      assertEquals(FLAKY, changed.poll(30, TimeUnit.SECONDS));
      assertEquals(List.of("two"), List.copyOf(said), "its first state was no change");
      assertTrue(known.await(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void each_resource_has_its_turn_although_not_all_have_room_in_one_round() throws Exception {
    try (CallThreads polls = Calls.fewThreads();
        ResourceWatch narrow = narrow(polls)) {
      narrow.add(List.of(uri(0), uri(1), uri(2), uri(3)), () -> {});
      Set<String> read = new HashSet<>();
      for (int i = 0; i < 4; i++) {
        awaitWaiting(polls);
        Silent poll = begun();
        read.add(poll.uri);
        poll.fails();
      }
      assertEquals(4, read.size(), read::toString);
    }
  }

  @Test
  void what_a_uri_says_itself_never_changes() throws Exception {
    watch.add("echo://hello");
    watch.learn("echo://hello", "as it was read");
    watch.check();
    CountDownLatch checked = new CountDownLatch(1);
    watch.add(List.of("echo://other"), checked::countDown);
    assertTrue(checked.await(30, TimeUnit.SECONDS));
    assertEquals(0, changed.size());
  }

  @Test
  void a_resource_without_subscriptions_is_polled_no_longer() throws Exception {
    watch.add(uri(0));
    watch.learn(uri(0), "as it was");
    Silent poll = begun();
    watch.learn(uri(0), "as another subscription has read it meanwhile");
    watch.remove(uri(0));
    await().atMost(Duration.ofSeconds(30)).until(poll::isCancelled); // perhaps just being begun
    assertEquals(0, silent.size());
  }

  @Tag("slow")
  @Test
  void a_notice_that_fails_ends_no_later_check() throws Exception {
    Path file = Files.writeString(folder.toRealPath().resolve("resources/a.txt"), "one");
    String uri = FileUri.of(file);
    Files.write(
        file.resolveSibling("a.meta.json"),
        Json.bytes(Json.object().put("name", "a").put("uri", uri)));
    CountDownLatch failed = new CountDownLatch(1);
    try (ResourceWatch watched =
        new ResourceWatch(
            catalogs,
            fetch,
            ENVIRONMENT,
            now -> {
              if (failed.getCount() > 0) {
                failed.countDown();
                throw new NoClassDefFoundError("as the test wants it");
              }
              changed.add(now);
            })) {
      CountDownLatch known = new CountDownLatch(1);
      watched.add(List.of(uri), known::countDown);
      assertTrue(known.await(30, TimeUnit.SECONDS));
      Files.writeString(file, "longer");
      assertTrue(failed.await(30, TimeUnit.SECONDS));
      Files.writeString(file, "longest of all");
      assertEquals(uri, changed.poll(30, TimeUnit.SECONDS));
    }
  }
}
