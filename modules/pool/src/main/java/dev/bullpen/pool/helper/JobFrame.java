package dev.bullpen.pool.helper;

import dev.bullpen.pool.job.DeskRequest;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.process.Marker;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.run.LimitedArgv;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.wire.Frame;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A job as one helper is told of it: what is said of its folders depends on whose they are. */
public final class JobFrame {
  /** What programs of another descent look at, changed only where it is told at all. */
  private static final String[] ALSO_TEMPORARY = {"TMP", "TEMP"};

  /** For more variables than most jobs are told, so that there is no second table. */
  private static final int ROOM = 64;

  private JobFrame() {}

  /** Empty if the job wants a desk and this helper has none. */
  public static Optional<Frame.Job> of(Job job, Helper helper, Marker marker) {
    JobRequest request = job.request();
    if (request.desk().isPresent() && helper.desk().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Frame.Job(
            job.number(),
            LimitedArgv.of(request.script().program().argv(), request.resources()),
            request.script().program().classPath(),
            request.script().directory().toString(),
            environment(job, helper, marker),
            request.limits().stdout(),
            request.limits().stderr(),
            request.limits().stderrTail(),
            request.desk().map(DeskRequest::desk)));
  }

  private static byte[] environment(Job job, Helper helper, Marker marker) {
    JobRequest request = job.request();
    EnvironmentBlock base = request.script().base();
    Map<String, String> own = new HashMap<>(ROOM);
    own.putAll(request.script().environment());
    own.put(Marker.JOB, marker.ofJob(job.number()));
    Optional<Path> temporary = helper.temporary();
    if (temporary.isPresent()) {
      for (String name : ALSO_TEMPORARY) {
        if (own.containsKey(name) || base.has(name)) {
          own.put(name, temporary.get().toString());
        }
      }
    }
    return helper.surroundings().of(request.desk(), marker).bytesBehind(base, own);
  }
}
