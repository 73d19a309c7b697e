package dev.bullpen.server.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.bullpen.pool.job.Lane;
import dev.bullpen.project.Project;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.server.call.AnswerRoom;
import dev.bullpen.server.call.JobIntake;
import dev.bullpen.server.call.JobLimits;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.program.ProgramSource;
import dev.bullpen.server.tool.ToolSettings;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResourceFetchTests {
  // Files are read by none of these.
  private static final JobIntake NO_JOBS = null;
  private static final ProgramSource NO_PROGRAMS = null;
  private static final int NO_HELPERS = 0;

  @TempDir Path folder;

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
        ResourceFetch fetch =
            new ResourceFetch(
                catalogs,
                NO_JOBS,
                NO_PROGRAMS,
                Runnable::run,
                ToolSettings.of(Map.of(), Duration.ZERO, JobLimits.NONE),
                room,
                NO_HELPERS)) {
      fetch.begin(broken, Lane.INTERACTIVE, told::add);
    }
    ResourceFetch.Fetched.Failure failure =
        assertInstanceOf(ResourceFetch.Fetched.Failure.class, told.get(0));
    assertEquals(ResourceException.Kind.FAILED, failure.why().kind());
    assertEquals(1, told.size());
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
