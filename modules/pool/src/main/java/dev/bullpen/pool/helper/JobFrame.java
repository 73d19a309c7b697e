package dev.bullpen.pool.helper;

import dev.bullpen.pool.family.Marker;
import dev.bullpen.pool.job.DeskRequest;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.run.LimitedArgv;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.posix.EnvironmentBlock;
import dev.bullpen.wire.Frame;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A job as one helper is told of it: what is said of its folders depends on whose they are. */
public final class JobFrame {
  /** What programs of another descent look at, changed only where it is told at all. */
  private static final String[] ALSO_TEMPORARY = {"TMP", "TEMP"};

  private JobFrame() {}

  /** Empty if the job wants a desk and this helper has none. */
  public static Optional<Frame.Job> of(Job job, Helper helper, Marker marker) {
    JobRequest request = job.request();
    Map<String, String> environment = new HashMap<>(request.script().environment());
    environment.putAll(marker.ofJob(job.number()));
    Optional<Path> temporary = helper.temporary();
    if (temporary.isPresent()) {
      putTemporary(temporary.get().toString(), request.script().base(), environment);
    }
    if (request.desk().isPresent()) {
      if (helper.desk().isEmpty()) {
        return Optional.empty();
      }
      String desk = helper.desk().get() + "/";
      for (Map.Entry<String, String> variable : request.desk().get().variables().entrySet()) {
        environment.put(variable.getKey(), desk + variable.getValue());
      }
    }
    return Optional.of(
        new Frame.Job(
            job.number(),
            LimitedArgv.of(request.script().program().argv(), request.resources()),
            request.script().program().classPath(),
            request.shell(),
            request.script().directory().toString(),
            request.script().base().bytesWith(environment),
            request.limits().stdout(),
            request.limits().stderr(),
            request.limits().stderrTail(),
            request.desk().map(DeskRequest::desk)));
  }

  private static void putTemporary(
      String folder, EnvironmentBlock base, Map<String, String> environment) {
    environment.put(HelperCommand.TEMPORARY, folder);
    for (String name : ALSO_TEMPORARY) {
      if (environment.containsKey(name) || base.has(name)) {
        environment.put(name, folder);
      }
    }
  }
}
