package dev.bullpen.pool;

import dev.bullpen.wire.Frame;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A job as one helper is told of it: what is said of its desk depends on whose it is. */
final class JobFrame {
  private JobFrame() {}

  /** Empty if the job wants a desk and this helper has none. */
  static Optional<Frame.Job> of(Job job, Helper helper, Marker marker) {
    JobRequest request = job.request();
    Map<String, String> environment = new HashMap<>(request.script().environment());
    environment.putAll(marker.ofJob(job));
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
            request.script().directory().toString(),
            request.script().base().bytesWith(environment),
            request.limits().stdout(),
            request.limits().stderr(),
            request.limits().stderrTail(),
            request.desk().map(DeskRequest::desk)));
  }
}
