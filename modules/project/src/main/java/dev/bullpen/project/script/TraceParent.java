package dev.bullpen.project.script;

import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The trace that a request belongs to (W3C Trace Context), well formed. */
public record TraceParent(String text) {
  private static final Pattern FORM =
      Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

  private static final int TRACE_ID = 3;
  private static final int TRACE_ID_END = 35;

  public static Optional<TraceParent> of(JsonNode meta) {
    String text = meta.path("traceparent").stringValue("");
    return FORM.matcher(text).matches() ? Optional.of(new TraceParent(text)) : Optional.empty();
  }

  public String traceId() {
    return text.substring(TRACE_ID, TRACE_ID_END);
  }
}
