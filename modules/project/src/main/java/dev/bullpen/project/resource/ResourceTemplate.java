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
 * @param template the pattern of its URIs
 * @param paths the same for paths filled in with slashes; only for a template that contains hidden
 *     names and is read by the provider {@code file}, because other files can be read without a
 *     template
 * @param path the metadata file without {@code .meta.json}, relative to the resources folder; empty
 *     if registered without one
 * @param provider the name of the script that reads its resources
 * @param limits limits of that script's processes
 * @param arguments declarations of its variables in the metadata, as for prompts
 * @param completionScript path, relative to the resources folder, of the script beside the metadata
 * @param definition the template as a client of the newest revision sees it: {@code uriTemplate,
 *     name, title?, description?, mimeType?, annotations?, icons?, _meta?} in this order, each as
 *     its author wrote it; must not be changed
 * @param metadata as written by the project; must not be changed
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
   * The values of the variables in a {@code file} URI that {@link #template} does not match, by one
   * of {@link #paths}. Empty if it has a {@code .} or {@code ..}, escaped or not, because the path
   * would differ from the one in the template.
   */
  public Optional<TemplateMatch> matchPath(String uri) {
    return paths
        .filter(any -> FileUri.path(uri).filter(path -> path.equals(path.normalize())).isPresent())
        .flatMap(any -> match(any, uri));
  }

  public CompletionSource.Values values(String variable) {
    return arguments.stream()
        .filter(declared -> declared.name().equals(variable))
        .findFirst()
        .map(PromptArgument::values)
        .orElse(CompletionSource.Values.NONE);
  }

  /**
   * The values of a template's variables in a URI.
   *
   * @param template its name
   * @param values decoded once
   * @param written the same as written in the URI
   */
  public record TemplateMatch(
      String template, Map<String, String> values, Map<String, String> written) {}
}
