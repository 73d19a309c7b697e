package dev.bullpen.http.admin;

import dev.bullpen.http.endpoint.McpEndpoint;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallObserver;
import dev.bullpen.server.call.EndedCall;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.engine.Engine;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * The metrics for Prometheus. docs/operator/monitoring.md lists them.
 *
 * <p>Each label has few values: a name invented by a client never becomes one.
 */
public final class Metrics implements CallObserver {
  private static final int FIRST_REFUSAL = 400;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Seconds, from a ping's to those of a tool with a long time limit. */
  private static final double[] BUCKETS = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300
  };

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
  private final Engine engine;
  private final Counter calls;
  private final Histogram durations;
  private final Counter rejected;

  public Metrics(Engine engine, McpEndpoint endpoint) {
    this.engine = engine;
    calls =
        Counter.builder()
            .name("bullpen_calls_total")
            .help("Calls that have ended, by method, tool and outcome")
            .labelNames("method", "tool", "outcome")
            .register(registry);
    durations =
        Histogram.builder()
            .name("bullpen_call_duration_seconds")
            .help("Time from the arrival of a call to its end, by method and tool")
            .labelNames("method", "tool")
            .classicOnly()
            .classicUpperBounds(BUCKETS)
            .register(registry);
    rejected =
        Counter.builder()
            .name("bullpen_http_rejected_total")
            .help("HTTP requests answered with a status of 400 or more, by status")
            .labelNames("status")
            .register(registry);
    gauge("bullpen_http_sessions", "Sessions of clients of older revisions", endpoint::sessions);
    gauge("bullpen_http_open_streams", "Answers and streams being written", endpoint::streams);
    pool();
    JvmMemoryMetrics.builder().register(registry);
    JvmThreadsMetrics.builder().register(registry);
    JvmGarbageCollectorMetrics.builder().register(registry);
    ProcessMetrics.builder().register(registry);
  }

  private void gauge(String name, String help, DoubleSupplier now) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(value -> value.call(now.getAsDouble()))
        .register(registry);
  }

  private void pool() {
    gauge(
        "bullpen_jobs_waiting",
        "Jobs that wait for a helper",
        () -> engine.poolFigures().waiting());
    gauge(
        "bullpen_jobs_oldest_wait_seconds",
        "How long the first of the jobs that wait for a helper has waited",
        () -> seconds(engine.poolFigures().waited()));
    GaugeWithCallback.builder()
        .name("bullpen_helpers")
        .help("Helpers by state")
        .labelNames("state")
        .callback(
            value ->
                engine.poolFigures().helpers().forEach((state, count) -> value.call(count, state)))
        .register(registry);
    CounterWithCallback.builder()
        .name("bullpen_helper_starts_total")
        .help("Helpers that were started")
        .callback(value -> value.call(engine.poolFigures().started()))
        .register(registry);
    CounterWithCallback.builder()
        .name("bullpen_helper_exits_total")
        .help("Helpers that have ended, by reason")
        .labelNames("reason")
        .callback(
            value ->
                engine.poolFigures().exits().forEach((reason, count) -> value.call(count, reason)))
        .register(registry);
    CounterWithCallback.builder()
        .name("bullpen_job_kills_total")
        .help("Running jobs that were ended because they were cancelled or took too long")
        .callback(value -> value.call(engine.poolFigures().kills()))
        .register(registry);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / NANOS_PER_SECOND;
  }

  @Override
  public void ended(EndedCall ended) {
    String method = method(ended.call());
    String tool = tool(ended.call());
    calls.labelValues(method, tool, outcome(ended)).inc();
    durations.labelValues(method, tool).observe(seconds(ended.took()));
  }

  private static String method(Call call) {
    return Methods.isKnown(call.method()) ? call.method() : "other";
  }

  /** The name of a tool of the project; empty for other names and methods. */
  private String tool(Call call) {
    if (!call.method().equals(Methods.TOOLS_CALL)) {
      return "";
    }
    String name = call.params().path("name").stringValue("");
    return engine.hasTool(name) ? name : "";
  }

  private static String outcome(EndedCall ended) {
    boolean isDenied = ended.outcome() == EndedCall.Outcome.ERROR && !ended.call().isAllowed();
    return isDenied ? "denied" : ended.outcome().word();
  }

  /** An HTTP request has been answered. */
  public void answered(int status) {
    if (status >= FIRST_REFUSAL) {
      rejected.labelValues(Integer.toString(status)).inc();
    }
  }

  /** The media type of {@link #text}. */
  String type() {
    return writer.getContentType();
  }

  /** All current values, in Prometheus's text format. */
  byte[] text() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    writer.write(text, registry.scrape());
    return text.toByteArray();
  }
}
