package dev.bullpen.project.tool;

import dev.bullpen.project.metadata.Member;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.script.OwnVariables;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.RequestVariables.Request;
import dev.bullpen.project.script.Roots;
import dev.bullpen.project.script.ScriptEnvironment;
import dev.bullpen.project.script.ScriptLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One tool.
 *
 * @param name 1 to {@value #MAX_NAME_LENGTH} characters of {@code A-Z a-z 0-9 _ . -}, unique within
 *     the catalog
 * @param definition the tool as a client of the newest revision sees it: {@code name, title?,
 *     description, inputSchema, outputSchema?, annotations?, icons?, _meta?} in this order, each as
 *     its author wrote it; must not be changed
 * @param where the file of its metadata, for messages; the script itself if there is none
 * @param script absolute path, {@code MCP_TOOL_PATH}
 * @param environment variables for this tool only
 * @param metadata the tool as its script and the policy see it; must not be changed
 * @param metadataJson the same as compact text, {@code MCP_TOOL_METADATA_JSON}
 */
public record Tool(
    String name,
    ObjectNode definition,
    String where,
    Path script,
    ToolTimeout timeout,
    ScriptLimits limits,
    OwnVariables environment,
    ObjectNode metadata,
    String metadataJson) {
  /**
   * The most characters. Clients that build their own identifiers from names refuse longer ones.
   */
  static final int MAX_NAME_LENGTH = 64;

  /**
   * The variables that one call adds to the script's environment.
   *
   * @param progressToken the text of the token, if progress is wanted
   * @param roots the folders in which the client works
   * @throws RefusedException if the operator's environment mode is not permitted
   */
  public RequestVariables variables(
      ScriptEnvironment scripts, Request request, Optional<String> progressToken, Roots roots)
      throws RefusedException {
    JsonNode declared = definition.path("inputSchema").path("properties");
    RequestVariables all =
        RequestVariables.of(
            scripts,
            new RequestVariables.Script(
                "TOOL", name, script, declared.propertyNames(), metadataJson),
            request);
    all.progressToken(progressToken, request.meta().path("progressToken"));
    all.roots(roots);
    all.own(scripts, environment);
    return all;
  }

  /**
   * How long a tool may run, as its metadata says; {@link ToolTimes} has the rest.
   *
   * @param timeout {@code timeoutSecs}: whole seconds, 1 to {@value Members#MAX_SECONDS}
   * @param progressExtends {@code progressExtendsTimeout}: whether each progress restarts the
   *     timeout
   * @param max {@code maxTimeoutSecs}: the bound of a run that progress extends, or for which a
   *     client asks longer; whole seconds as for the timeout
   * @param hint {@code timeoutHint}: what to suggest when the time is up
   */
  public record ToolTimeout(
      Optional<Duration> timeout,
      boolean progressExtends,
      Optional<Duration> max,
      Optional<String> hint) {
    /** Of a tool that says nothing about its time. */
    public static final ToolTimeout NONE =
        new ToolTimeout(Optional.empty(), false, Optional.empty(), Optional.empty());

    static final String PROGRESS_EXTENDS = "progressExtendsTimeout";

    static ToolTimeout read(Members metadata) {
      return new ToolTimeout(
          metadata.get(Member.seconds("timeoutSecs", 1)),
          metadata.get(Member.flag(PROGRESS_EXTENDS)).orElse(false),
          metadata.get(Member.seconds("maxTimeoutSecs", 1)),
          metadata.text("timeoutHint"));
    }
  }
}
