package dev.bullpen.helper.provider;

import dev.bullpen.api.CompletionProvider;
import dev.bullpen.api.CompletionRequest;
import dev.bullpen.api.Suggestions;
import dev.bullpen.api.Tool;
import dev.bullpen.api.ToolRequest;
import dev.bullpen.api.ToolResult;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A provider of our own, so that what every later call of one needs can be loaded before, or
 * recorded in a class archive: with lambdas and a stream, which most have. It is loaded and run
 * like those of projects.
 */
public final class ProviderRehearsal implements CompletionProvider, Tool {
  /** Its name, as a job has it. */
  public static final String PROVIDER = ProviderRehearsal.class.getName();

  private static final String PLACE = find();

  /** What it is told, as a job has it. */
  public static final String ENVIRONMENT =
      "MCP_COMPLETION_NAME=rehearsal\0"
          + "MCP_COMPLETION_ARGS_JSON={\"argument\":{\"name\":\"part\",\"value\":\"H\"}}\0"
          + "MCP_COMPLETION_LIMIT=1\0";

  @Override
  public Suggestions complete(CompletionRequest request) {
    String part = request.value();
    return Suggestions.page(
        Stream.of("Horatio", "Hamlet", "Hecate")
            .filter(name -> name.startsWith(part))
            .map(String::trim)
            .sorted(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()))
            .toList(),
        request);
  }

  @Override
  public ToolResult call(ToolRequest request) {
    return ToolResult.text(request.name());
  }

  /** Whether a job is about it, and not about a class of a project that has its name. */
  public static boolean is(List<String> argv, List<String> classPath) {
    return argv.get(0).equals(PROVIDER) && classPath.equals(List.of(PLACE));
  }

  /** The class path that it is on: the jar, or folder, of the helper itself. */
  public static String place() {
    return PLACE;
  }

  private static String find() {
    try {
      return Path.of(
              ProviderRehearsal.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the helper's jar has a place", e);
    }
  }
}
