package dev.bullpen.server.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.Lane;
import dev.bullpen.project.Project;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.project.resource.ResourceTarget;
import dev.bullpen.protocol.line.WaterMarks;
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
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceFetchTests {
  // Files are read by none of these.
  private static final JobIntake NO_JOBS = null;
  private static final ProgramSource NO_PROGRAMS = null;
  private static final ResourceFetch.Hosts NO_HOSTS = null;

  /** Bytes of a content. */
  private static final int LONG = 8 * 1024 * 1024;

  private static final int READS = 4;

  @TempDir Path folder;

  private static ResourceFetch fetch(
      Catalogs catalogs,
      Map<String, String> environment,
      ResourceFetch.Hosts hosts,
      AnswerRoom room) {
    return new ResourceFetch(
        catalogs,
        NO_JOBS,
        NO_PROGRAMS,
        Runnable::run,
        hosts,
        ToolSettings.of(environment, Duration.ZERO, JobLimits.NONE),
        room);
  }

  @Test
  void who_waits_is_told_whatever_goes_wrong_in_a_read() throws Exception {
    Path root = folder.toRealPath();
    Files.writeString(Files.createDirectory(root.resolve("resources")).resolve("a.txt"), "");
    Project project = Project.open(root, Map.of(), root, warning -> {});
    ResourceRead.Local read =
        (ResourceRead.Local)
            project
                .resourceReads()
                .plan(Optional.of(project.catalog().resources().get(0).uri()), Optional.empty());
    ResourceRead broken = new ResourceRead.Local(read.target(), new Broken());
    List<ResourceFetch.Fetched> told = new ArrayList<>();
    try (Catalogs catalogs = new Catalogs(project);
        AnswerRoom room = new AnswerRoom(Wire.reading().writer());
        ResourceFetch fetch = fetch(catalogs, Map.of(), NO_HOSTS, room)) {
      fetch.begin(broken, Lane.INTERACTIVE, told::add);
    }
    ResourceFetch.Fetched.Failure failure =
        assertInstanceOf(ResourceFetch.Fetched.Failure.class, told.get(0));
    assertEquals(ResourceException.Kind.FAILED, failure.why().kind());
    assertEquals(1, told.size());
  }

  @Test
  void contents_of_other_hosts_wait_outside_of_the_heap_for_a_client_that_reads_nothing()
      throws Exception {
    Path root = folder.toRealPath();
    Project project = Project.open(root, Map.of(), root, warning -> {});
    Wire wire = Wire.stopped(new WaterMarks(1, 0), () -> {});
    CountDownLatch come = new CountDownLatch(READS);
    ResourceFetch.Hosts hosts =
        (uri, waited, cancel, into) -> {
          fill(into);
          come.countDown();
        };
    BlockingQueue<ResourceFetch.Fetched> told = new LinkedBlockingQueue<>();
    try (Catalogs catalogs = new Catalogs(project);
        AnswerRoom room = new AnswerRoom(wire.writer());
        ResourceFetch fetch = fetch(catalogs, Map.of(), hosts, room)) {
      wire.writer().send("x\n".getBytes(StandardCharsets.US_ASCII));
      wire.awaitBlocked();
      long before = used();
      for (int i = 0; i < READS; i++) {
        fetch.begin(https("https://files.example/" + i), Lane.INTERACTIVE, told::add);
      }
      assertTrue(come.await(60, TimeUnit.SECONDS));
      assertTrue(used() - before < LONG, "the heap has contents that wait");
      wire.readOn();
      while (wire.writer().isFull()) {
        Thread.onSpinWait();
      }
      room.roomAgain();
      for (int i = 0; i < READS; i++) {
        ResourceFetch.Fetched one = told.poll(60, TimeUnit.SECONDS);
        ResourceFetch.Fetched.Contents contents =
            assertInstanceOf(ResourceFetch.Fetched.Contents.class, one);
        assertEquals(LONG, contents.contents().get(0).get("text").binaryValue().length);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void a_content_of_another_host_is_bounded_as_every_resource_is(int beyond, boolean read)
      throws Exception {
    Path root = folder.toRealPath();
    Map<String, String> environment = Map.of("MCPBASH_MAX_RESOURCE_BYTES", "1000");
    Project project = Project.open(root, environment, root, warning -> {});
    BlockingQueue<ResourceFetch.Fetched> told = new LinkedBlockingQueue<>();
    ResourceFetch.Hosts hosts = (uri, waited, cancel, into) -> write(new byte[1000 + beyond], into);
    try (Catalogs catalogs = new Catalogs(project);
        AnswerRoom room = new AnswerRoom(Wire.reading().writer());
        ResourceFetch fetch = fetch(catalogs, environment, hosts, room)) {
      fetch.begin(https("https://files.example/a"), Lane.INTERACTIVE, told::add);
      ResourceFetch.Fetched one = told.poll(60, TimeUnit.SECONDS);
      if (read) {
        assertInstanceOf(ResourceFetch.Fetched.Contents.class, one);
      } else {
        ResourceException why = assertInstanceOf(ResourceFetch.Fetched.Failure.class, one).why();
        assertEquals(ResourceException.Kind.FAILED, why.kind());
        assertEquals("Resource content exceeds 1000 bytes", why.getMessage());
        assertTrue(why.detail().contains("MCPBASH_MAX_RESOURCE_BYTES"), why::detail);
      }
    }
  }

  private static void write(byte[] bytes, OutputStream into) {
    try {
      into.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void fill(OutputStream into) {
    byte[] piece = "x".repeat(LONG / 64).getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < 64; i++) {
      write(piece, into);
    }
  }

  private static ResourceRead https(String uri) {
    return new ResourceRead.Https(
        new ResourceTarget(uri, Optional.of("text/plain"), Optional.empty(), "https"),
        URI.create(uri));
  }

  private static long used() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** A folder that fails while it is listed. */
  private record Broken() implements ResourceRead.Source {
    @Override
    public byte[] read() {
      throw new DirectoryIteratorException(new IOException("Input/output error"));
    }

    @Override
    public String stamp() {
      return "never read";
    }
  }
}
