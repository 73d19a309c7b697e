package dev.bullpen.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a call.
 *
 * @param content for the model
 * @param structured the same for programs, if there is a form for them
 * @param isError whether the call failed; then the content says why
 * @param meta more for the client, {@code _meta}
 */
public record ToolResult(
    List<Content> content,
    Optional<Structured> structured,
    boolean isError,
    Map<String, Object> meta) {
  /**
   * A value for programs.
   *
   * @param value any value of JSON, null too; an object where the tool has an {@code outputSchema}
   */
  public record Structured(Object value) {}

  /** Copies content and meta, in their order. */
  public ToolResult {
    content = List.copyOf(content);
    meta =
        meta.isEmpty()
            ? Map.of()
            : Collections.unmodifiableMap(new LinkedHashMap<String, Object>(meta));
  }

  /** A success with that content. */
  public static ToolResult of(Content... content) {
    return new ToolResult(List.of(content), Optional.empty(), false, Map.of());
  }

  /** A success with that text. */
  public static ToolResult text(String text) {
    return of(Content.text(text));
  }

  /** A failure, for that reason. */
  public static ToolResult error(String text) {
    return new ToolResult(List.of(Content.text(text)), Optional.empty(), true, Map.of());
  }

  /**
   * A success with a value, which is shown as JSON unless there is other content.
   *
   * @param value a map, a collection, a string, a number, a boolean or null, and so on inside
   */
  public static ToolResult structured(Object value) {
    return of().withStructured(value);
  }

  /** The same with more content. */
  public ToolResult with(Content... more) {
    List<Content> all = new ArrayList<>(content);
    all.addAll(List.of(more));
    return new ToolResult(all, structured, isError, meta);
  }

  /** The same with a value for programs. */
  public ToolResult withStructured(Object value) {
    return new ToolResult(content, Optional.of(new Structured(value)), isError, meta);
  }

  /** The same with another member of {@code _meta}. */
  public ToolResult withMeta(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(meta);
    more.put(name, value);
    return new ToolResult(content, structured, isError, more);
  }
}
