package dev.bullpen.pool.helper;

import dev.bullpen.pool.folder.ExchangeFolders.HelperFolders;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.process.Marker;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.run.LimitedArgv;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.wire.Frame;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How one helper is started, and what it adds to the environment of its jobs.
 *
 * @param id counts up from 1
 * @param folders its folders; empty if they could not be made
 */
public record HelperSetup(
    int id, HelperCommand command, Marker marker, Optional<HelperFolders> folders) {
  /** Where a helper finds its exchange folder. */
  private static final String EXCHANGE = "BULLPEN_EXCHANGE";

  /** The variable with the folder for temporary files of a helper's jobs. */
  private static final String ROOM = "BULLPEN_TMP";

  /** Other names for TMPDIR. They are changed only where a job has them. */
  private static final List<String> ALSO_TEMPORARY = List.of("TMP", "TEMP");

  /** The JVM with its flags. */
  List<String> argv() {
    List<String> argv = new ArrayList<>(temporary().map(command::argvWith).orElse(command.argv()));
    argv.addAll(marker.wordsOfHelper());
    return argv;
  }

  EnvironmentBlock environment() {
    Map<String, String> environment = new HashMap<>(command.environment());
    environment.putAll(marker.ofHelper());
    folders.ifPresent(own -> environment.put(EXCHANGE, own.exchange().toString()));
    temporary()
        .ifPresent(
            path -> {
              environment.put(ROOM, path.getParent().toString());
              environment.put(
                  HelperCommand.TEMPORARY, path.toString()); // for child processes of providers
            });
    return EnvironmentBlock.of(environment);
  }

  private Optional<Path> temporary() {
    return folders.flatMap(HelperFolders::temporary);
  }

  /**
   * The frame of a job for this helper; empty if the job needs an exchange folder and the helper
   * has none.
   */
  public Optional<Frame.Job> frame(Job job) {
    JobRequest request = job.request();
    if (request.exchange().isPresent() && folders.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Frame.Job(
            job.number(),
            LimitedArgv.of(request.script().program().argv(), request.resources()),
            request.script().program().classPath(),
            request.script().directory().toString(),
            environment(job),
            request.limits().stdout(),
            request.limits().stderr(),
            request.limits().stderrTail(),
            request.exchange().map(JobRequest.Exchange::files)));
  }

  private byte[] environment(Job job) {
    JobRequest request = job.request();
    Map<String, String> all = new HashMap<>(request.script().base());
    all.putAll(request.script().environment());
    all.putAll(marker.ofScript(job.number()));
    temporary()
        .map(Path::toString)
        .ifPresent(
            folder -> {
              ALSO_TEMPORARY.forEach(name -> all.computeIfPresent(name, (key, other) -> folder));
              all.put(HelperCommand.TEMPORARY, folder);
            });
    if (request.exchange().isPresent()) {
      Path exchange = folders.orElseThrow().exchange();
      request
          .exchange()
          .get()
          .variables()
          .forEach((name, file) -> all.put(name, exchange + "/" + file));
    }
    return EnvironmentBlock.of(all).bytes();
  }
}
