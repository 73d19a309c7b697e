package dev.bullpen.project.resource;

import dev.bullpen.project.completion.CompletionSource;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.prompt.PromptArgument;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.uri.UriTemplate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * One resource template.
 *
 * @param name unique among templates and resources
 * @param template what its URIs look like
 * @param paths the same for paths that are filled in with their slashes; only of a template that
 *     spells out hidden names and is read by the provider {@code file}, because other files can be
 *     read without a template
 * @param path the metadata file without {@code .meta.json}, relative to the resources folder; empty
 *     when registered without one
 * @param provider name of the script that reads its resources
 * @param limits what the processes of that script may use
 * @param arguments what the metadata declares about its variables, as prompts do
 * @param completionScript path, relative to the resources folder, of the script lying beside the
 *     metadata
 * @param definition what a client of the newest revision may see, and nothing else: {@code
 *     uriTemplate, name, title?, description?, mimeType?, annotations?, icons?, _meta?} in this
 *     order, each as its author wrote it; to be read only
 * @param metadata as written by the project; to be read only
 */
public record ResourceTemplate(
    String name,
    UriTemplate template,
    Optional<UriTemplate> paths,
    String path,
    String provider,
    ScriptLimits limits,
    List<PromptArgument> arguments,
    Optional<String> completionScript,
    ObjectNode definition,
    ObjectNode metadata) {
  /** The values that a URI gives the variables; empty if it does not match. */
  public Optional<TemplateMatch> match(String uri) {
    return match(template, uri);
  }

  private Optional<TemplateMatch> match(UriTemplate by, String uri) {
    return by.match(uri)
        .flatMap(
            values ->
                by.matchAsWritten(uri).map(written -> new TemplateMatch(name, values, written)));
  }

  /**
   * The values that a {@code file} URI which {@link #template} does not match gives the variables
   * as one of {@link #paths}. None if it has a {@code .} or {@code ..}, escaped or not: the path
   * would be another than the one that the template spells out.
   */
  public Optional<TemplateMatch> matchPath(String uri) {
    return paths
        .filter(any -> FileUri.path(uri).filter(path -> path.equals(path.normalize())).isPresent())
        .flatMap(any -> match(any, uri));
  }

  /** The values that are declared for a variable. */
  public CompletionSource.Values values(String variable) {
    return arguments.stream()
        .filter(declared -> declared.name().equals(variable))
        .findFirst()
        .map(PromptArgument::values)
        .orElse(CompletionSource.Values.NONE);
  }

  /**
   * What a URI gives the variables of a template.
   *
   * @param template its name
   * @param values decoded once
   * @param written the same as they stand in the URI
   */
  public record TemplateMatch(
      String template, Map<String, String> values, Map<String, String> written) {}
}
