package dev.bullpen.server.resource;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.project.Project;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.WaterMarks;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.CallThreads.CallThread;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Intake;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.StubJob;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.client.LargeAnswers;
import dev.bullpen.server.program.ProgramSource;
import dev.bullpen.server.resource.ResourceFetch.ResourceThreads;
import dev.bullpen.server.tool.TestScripts;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResourceFetchTests {
  // Files are read by none of these.
  private static final JobIntake NO_JOBS = null;
  private static final ProgramSource NO_PROGRAMS = null;

  @TempDir Path folder;

  private final CallThreads threads = new CallThreads("read", 1, (time, task) -> null);
  private final ResourceThreads others = ResourceThreads.of(1, (time, task) -> null);
  private int calls;
  private Catalogs catalogs;
  private ResourceRead.Local read;

  @BeforeEach
  void a_resource() throws Exception {
    Path root = folder.toRealPath();
    Files.writeString(Files.createDirectory(root.resolve("resources")).resolve("a.txt"), "");
    Project project = Project.open(root, Map.of(), root, warning -> {});
    read =
        (ResourceRead.Local)
            project
                .resourceReads()
                .plan(Optional.of(project.catalog().resources().get(0).uri()), Optional.empty());
    catalogs = new Catalogs(project);
  }

  @AfterEach
  void end() {
    threads.close();
    others.all().forEach(CallThreads::close);
    catalogs.close();
  }

  private ResourceFetch fetch(JobIntake intake, ProgramSource programs, LargeAnswers room) {
    return new ResourceFetch(
        TestScripts.of(catalogs, Map.of(), intake, programs), threads, others, room);
  }

  private static void assertFailed(ResourceFetch.Fetched results) {
    ResourceFetch.Fetched.Failure failure =
        assertInstanceOf(ResourceFetch.Fetched.Failure.class, results);
    assertEquals(ResourceException.Kind.FAILED, failure.why().kind());
  }

  @Test
  void a_call_is_answered_whatever_goes_wrong_in_a_read() throws Exception {
    ResourceRead broken = new Broken(read.target());
    List<ResourceFetch.Fetched> results = new CopyOnWriteArrayList<>();
    try (LargeAnswers room = new LargeAnswers()) {
      ResourceFetch fetch = fetch(NO_JOBS, NO_PROGRAMS, room);
      read(fetch, broken, results);
      await().until(() -> !results.isEmpty());
    }
    assertEquals(1, results.size());
    assertFailed(results.get(0));
  }

  /** Reads for a call, to which nothing is answered; what is returned takes it back. */
  private Runnable read(ResourceFetch fetch, ResourceRead what, List<ResourceFetch.Fetched> results)
      throws Exception {
    Call call = Calls.open(++calls, new LineReply(Wire.reading().writer()), new CallTable());
    fetch.serve(call, what, results::add);
    return call::cancel;
  }

  @Test
  void a_disk_that_hangs_keeps_no_large_answer_waiting_though_the_client_had_not_read()
      throws Exception {
    CompletableFuture<Thread> reading = new CompletableFuture<>();
    CompletableFuture<Void> begun = new CompletableFuture<>();
    CompletableFuture<Void> disk = new CompletableFuture<>();
    try (LargeAnswers room = new LargeAnswers()) {
      Wire unread = Wire.stopped(new WaterMarks(100, 50), room::roomAgain);
      Client client = Calls.client(unread);
      CallThreads files =
          Calls.threads(
              task -> {
                fill(unread);
                Thread thread = new Thread(task);
                thread.setDaemon(true);
                thread.start();
                reading.complete(thread);
              });
      ResourceFetch fetch =
          new ResourceFetch(
              TestScripts.of(catalogs, Map.of(), NO_JOBS, NO_PROGRAMS),
              threads,
              new ResourceThreads(files, others.hosts(), others.polls()),
              room);
      Call call =
          Calls.open(
              ++calls,
              Calls.legacy(client, Revision.V2025_06_18, ClientCapabilities.NONE),
              new LineReply(unread.writer()),
              new CallTable());
      fetch.serve(call, new Hanging(read.target(), begun, disk), results -> {});
      await().until(() -> reading.join().getState() == Thread.State.WAITING);
      unread.readOn();
      begun.get(30, TimeUnit.SECONDS);
      assertTrue(room.turn(Optional.empty(), CompletableFuture.completedFuture(null)).isDone());
      disk.complete(null);
      files.close();
    }
  }

  private static void fill(Wire unread) {
    unread.writer().send(JsonRpc.line(Json.object()));
    try {
      unread.awaitBlocked();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    unread.writer().send(JsonRpc.line(Json.object().put("padding", "x".repeat(200))));
    assertTrue(unread.writer().isFull());
  }

  /** A file on a disk that does not answer yet. */
  private record Hanging(
      ResourceRead.ResourceTarget target,
      CompletableFuture<Void> begun,
      CompletableFuture<Void> disk)
      implements ResourceRead.Local {
    @Override
    public byte[] bytes() {
      begun.complete(null);
      disk.join();
      return new byte[0];
    }

    @Override
    public String stamp() {
      return "";
    }
  }

  private ResourceRead fromHost() {
    return script(Optional.of(new ResourceRead.Host("files.example:443", Duration.ofMinutes(1))));
  }

  private ResourceRead script(Optional<ResourceRead.Host> host) {
    return new ResourceRead.Script(
        read.target(),
        List.of("/bin/true", "https://files.example/"),
        Map.of(),
        ScriptLimits.NONE,
        host);
  }

  @Test
  void no_read_waits_for_polls_however_many_there_are() throws Exception {
    List<JobRequest> begun = new CopyOnWriteArrayList<>();
    JobIntake intake =
        (request, listener) -> {
          begun.add(request);
          return new StubJob();
        };
    ProgramSource scripts =
        (lane, command) -> CompletableFuture.completedFuture(JobRequest.Program.script(command));
    try (LargeAnswers room = new LargeAnswers()) {
      ResourceFetch fetch = fetch(intake, scripts, room);
      List<Runnable> ends = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        CallThread poll = fetch.poll(script(Optional.empty()), results -> {});
        poll.start();
        ends.add(poll::cancel);
      }
      ends.add(read(fetch, script(Optional.empty()), new ArrayList<>()));
      await().until(() -> begun.stream().anyMatch(job -> job.lane() == Lane.INTERACTIVE));
      ends.forEach(Runnable::run);
    }
  }

  @Test
  void a_call_is_answered_and_the_next_has_its_turn_whatever_goes_wrong_at_the_end_of_a_script()
      throws Exception {
    List<JobListener> running = new CopyOnWriteArrayList<>();
    JobIntake intake =
        (request, listener) -> {
          running.add(listener);
          return new StubJob();
        };
    ProgramSource scripts =
        (lane, command) -> CompletableFuture.completedFuture(JobRequest.Program.script(command));
    JobOutcome senseless = new JobOutcome.Completed(false, 1, new byte[0], null);
    List<ResourceFetch.Fetched> results = new CopyOnWriteArrayList<>();
    try (LargeAnswers room = new LargeAnswers()) {
      ResourceFetch fetch = fetch(intake, scripts, room);
      read(fetch, fromHost(), results);
      read(fetch, fromHost(), results);
      for (int i = 0; i < 2; i++) {
        int next = i;
        await().until(() -> running.size() > next);
        running.get(i).ended(senseless);
      }
      await().until(() -> results.size() == 2);
    }
    assertEquals(2, results.size());
    results.forEach(ResourceFetchTests::assertFailed);
  }

  @Test
  void a_call_is_answered_and_the_next_has_its_turn_whatever_goes_wrong_before_a_script()
      throws Exception {
    ProgramSource broken =
        (lane, command) -> {
          throw new NoClassDefFoundError("as tests do");
        };
    List<ResourceFetch.Fetched> results = new CopyOnWriteArrayList<>();
    try (LargeAnswers room = new LargeAnswers()) {
      ResourceFetch fetch = fetch(new Intake(), broken, room);
      read(fetch, fromHost(), results);
      read(fetch, fromHost(), results);
      await().until(() -> results.size() == 2);
    }
    assertEquals(2, results.size());
    results.forEach(ResourceFetchTests::assertFailed);
  }

  /** A folder that fails while it is listed. */
  private record Broken(ResourceRead.ResourceTarget target) implements ResourceRead.Local {
    @Override
    public byte[] bytes() {
      throw new DirectoryIteratorException(new IOException("Input/output error"));
    }

    @Override
    public String stamp() {
      return "never read";
    }
  }
}
