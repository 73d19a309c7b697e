package dev.bullpen.posix.log;

import java.lang.System.Logger.Level;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** How a line of the log is written; {@code BULLPEN_LOG_FORMAT}. */
public enum LogFormat {
  /** {@code 2026-11-26T07:08:45.123+01:00 warning bullpen.calls: …}; a trace follows, indented. */
  TEXT {
    @Override
    String line(String time, String level, String logger, LogEvent event, String trace) {
      StringBuilder line = new StringBuilder();
      line.append(time).append(' ').append(level).append(' ').append(logger).append(": ");
      line.append(Shown.of(event.message())).append('\n');
      trace.lines().forEach(more -> line.append("  ").append(Shown.of(more.strip())).append('\n'));
      return line.toString();
    }
  },

  /** One object a line: {@code time}, {@code level}, {@code logger}, {@code message}, and more. */
  JSON {
    @Override
    String line(String time, String level, String logger, LogEvent event, String trace) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("time", time);
      members.put("level", level);
      members.put("logger", logger);
      members.put("message", event.message());
      members.putAll(event.details());
      if (!trace.isEmpty()) {
        members.put("trace", trace);
      }
      return object(members);
    }
  };

  /** The environment variable that chooses the format. */
  public static final String VARIABLE = "BULLPEN_LOG_FORMAT";

  private static final DateTimeFormatter ISO_8601 =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXXXXX", Locale.ROOT);

  abstract String line(String time, String level, String logger, LogEvent event, String trace);

  /** The environment's choice; text if it makes none. */
  public static LogFormat of(Map<String, String> environment) {
    return environment.getOrDefault(VARIABLE, "").equalsIgnoreCase(JSON.name()) ? JSON : TEXT;
  }

  /** A whole line, with its end; the trace may be empty. */
  public String line(Instant time, Level level, String logger, LogEvent event, String trace) {
    return line(time(time), level.name().toLowerCase(Locale.ROOT), logger, event, trace);
  }

  /**
   * The JDK reads its time zones from a file when they are first needed. If the file is gone by
   * then, as an update may move it, the time is that of UTC.
   */
  private static String time(Instant instant) {
    ZoneOffset offset;
    try {
      offset = ZoneId.systemDefault().getRules().getOffset(instant);
    } catch (Error | DateTimeException noZones) {
      offset = ZoneOffset.UTC;
    }
    return ISO_8601.format(instant.atOffset(offset));
  }

  /**
   * A line with one JSON object, in which no character ends a line or hides another.
   *
   * @param members in their order; numbers, booleans, and texts
   */
  public static String object(Map<String, Object> members) {
    StringBuilder line = new StringBuilder();
    members.forEach((name, value) -> member(line.append(line.isEmpty() ? '{' : ','), name, value));
    return line.append("}\n").toString();
  }

  private static void member(StringBuilder line, String name, Object value) {
    quoted(line, name);
    line.append(':');
    if (value instanceof Number || value instanceof Boolean) {
      line.append(value);
    } else {
      quoted(line, value.toString());
    }
  }

  private static void quoted(StringBuilder line, String text) {
    line.append('"');
    text.codePoints()
        .forEach(
            point -> {
              if (point == '"' || point == '\\') {
                line.append('\\').append((char) point);
              } else if (Character.getType(point) == Character.SURROGATE) {
                line.append('\ufffd');
              } else if (Shown.isHidden(point)) {
                for (char half : Character.toChars(point)) {
                  line.append("\\u%04x".formatted((int) half));
                }
              } else {
                line.appendCodePoint(point);
              }
            });
    line.append('"');
  }
}
