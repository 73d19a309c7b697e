package dev.bullpen.helper;

import dev.bullpen.helper.job.JobFolder;
import dev.bullpen.helper.job.Workplace;
import dev.bullpen.helper.provider.ProviderRehearsal;
import dev.bullpen.wire.ExchangeFiles;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.OwnClasses;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Before the hello, runs a script that does nothing, which loads the classes that jobs need. While
 * a class archive is recorded, a provider is run too, and all classes are loaded.
 */
final class Rehearsal {
  private static final int ANY_LIMIT = 1024;

  /** The marker, by which the script is found if this process ends while it runs. */
  private static final String SESSION = "BULLPEN_SESSION";

  private static final Set<String> MODULES =
      Set.of("dev.bullpen.helper", "dev.bullpen.posix", "dev.bullpen.wire");

  private Rehearsal() {}

  static void run(FrameLoop loop, Workplace workplace) throws IOException {
    loop.rehearse(script(workplace));
    if (OwnClasses.areRecorded()) {
      loop.rehearse(provider());
      OwnClasses.load(MODULES);
    }
  }

  private static Frame.Job provider() {
    return job(
        List.of(ProviderRehearsal.PROVIDER),
        List.of(ProviderRehearsal.place()),
        ProviderRehearsal.ENVIRONMENT,
        Optional.empty());
  }

  private static Frame.Job script(Workplace workplace) {
    String marker = "%s=%s\0".formatted(SESSION, System.getenv().getOrDefault(SESSION, "none"));
    if (workplace.exchange().isEmpty()) {
      return job(List.of("/bin/sh", "-c", "echo"), List.of(), marker, Optional.empty());
    }
    Path events = workplace.exchange().get().path(ExchangeFiles.EVENTS);
    String temporary = workplace.temporary().map(JobFolder::path).map(Path::toString).orElse("");
    return job(
        List.of(
            "/bin/sh",
            "-c",
            "echo; echo >\"$EVENTS\"; [ -z \"$TMPDIR\" ] || echo >\"$TMPDIR/file\""),
        List.of(),
        "EVENTS=%s\0TMPDIR=%s\0%s".formatted(events, temporary, marker),
        Optional.of(
            new ExchangeFiles(Map.of("file", new byte[1]), List.of("ask"), List.of("file"))));
  }

  private static Frame.Job job(
      List<String> argv,
      List<String> classPath,
      String environment,
      Optional<ExchangeFiles> exchange) {
    return new Frame.Job(
        0,
        argv,
        classPath,
        "/",
        environment.getBytes(StandardCharsets.UTF_8),
        ANY_LIMIT,
        ANY_LIMIT,
        ANY_LIMIT,
        exchange);
  }
}
