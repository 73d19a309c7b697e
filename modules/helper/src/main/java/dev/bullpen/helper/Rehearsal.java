package dev.bullpen.helper;

import dev.bullpen.helper.folder.Folders;
import dev.bullpen.helper.folder.JobFolder;
import dev.bullpen.helper.job.JobRun;
import dev.bullpen.helper.job.Workplace;
import dev.bullpen.helper.log.HelperLog;
import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.helper.provider.ProviderRehearsal;
import dev.bullpen.posix.PosixException;
import dev.bullpen.wire.ExchangeFiles;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameWriter;
import dev.bullpen.wire.OwnClasses;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs a script that does nothing before the hello: it loads the classes that jobs need. */
final class Rehearsal {
  private static final int ANY_LIMIT = 1024;

  /** What every job meets, and every end. */
  private static final Set<String> MODULES =
      Set.of("dev.bullpen.helper", "dev.bullpen.posix", "dev.bullpen.wire");

  private Rehearsal() {}

  /**
   * While a class archive is recorded, a provider is run too, and all classes are loaded.
   *
   * @param workplace whose events no job waits for meanwhile
   */
  static void run(Workplace workplace) throws IOException {
    run(script(workplace.folders()), workplace);
    if (OwnClasses.areRecorded()) {
      run(provider(), workplace);
      OwnClasses.load(MODULES);
    }
  }

  private static void run(Frame.Job job, Workplace workplace) throws IOException {
    FrameWriter nowhere = new FrameWriter(OutputStream.nullOutputStream());
    JobRun run;
    try {
      run = JobRun.start(job, workplace, OutputPipes.open(), nowhere);
    } catch (PosixException e) {
      HelperLog.warn(
          "the first job will be slower, for none could be rehearsed: " + e.getMessage());
      return;
    }
    while (!run.isOver()) {
      workplace.events().await(run.patience());
      run.advance();
    }
  }

  private static Frame.Job provider() {
    return job(
        List.of(ProviderRehearsal.PROVIDER),
        List.of(ProviderRehearsal.place()),
        ProviderRehearsal.ENVIRONMENT,
        Optional.empty());
  }

  private static Frame.Job script(Folders folders) {
    if (folders.desk().isEmpty()) {
      return job(List.of("/bin/sh", "-c", "echo"), List.of(), "", Optional.empty());
    }
    String temporary = folders.temporary().map(JobFolder::path).map(Path::toString).orElse("");
    return job(
        List.of(
            "/bin/sh",
            "-c",
            "echo; echo >\"$EVENTS\"; [ -z \"$TMPDIR\" ] || echo >\"$TMPDIR/file\""),
        List.of(),
        "EVENTS=%s\0TMPDIR=%s\0"
            .formatted(folders.desk().get().path(ExchangeFiles.EVENTS), temporary),
        Optional.of(
            new ExchangeFiles(Map.of("file", new byte[1]), List.of("ask"), List.of("file"))));
  }

  private static Frame.Job job(
      List<String> argv, List<String> classPath, String environment, Optional<ExchangeFiles> desk) {
    return new Frame.Job(
        0,
        argv,
        classPath,
        "/",
        environment.getBytes(StandardCharsets.UTF_8),
        ANY_LIMIT,
        ANY_LIMIT,
        ANY_LIMIT,
        desk);
  }
}
