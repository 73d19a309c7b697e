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
import java.util.stream.Stream;

/**
 * Bullpen's own provider. Running it loads, or records in a class archive, what every later call of
 * a provider needs. It has lambdas and a stream, as most have. It is loaded and run like those of
 * projects.
 */
public final class ProviderRehearsal implements CompletionProvider, Tool {
  public static final String PROVIDER = ProviderRehearsal.class.getName();

  /** Its variables, as a job has them. */
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

  /** Its class path: the jar, or folder, of the helper itself. */
  public static String place() {
    try {
      return Path.of(
              ProviderRehearsal.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the helper's jar has a place", e);
    }
  }
}
