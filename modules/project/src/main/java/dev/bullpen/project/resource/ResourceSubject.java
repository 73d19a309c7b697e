package dev.bullpen.project.resource;

import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.resource.ResourceRead.ResourceTarget;
import dev.bullpen.project.resource.ResourceRoots.HiddenNames;
import dev.bullpen.project.resource.ResourceTemplate.TemplateMatch;
import dev.bullpen.project.script.ScriptLimits;
import java.util.Optional;

/**
 * What a request means, according to the catalog.
 *
 * @param uri to be read
 * @param provider name of who reads it
 * @param ofScheme name of who reads it if the project has such a provider: its URI's scheme, where
 *     nobody has said more
 * @param mimeType as declared
 * @param limits what the processes of a script that reads it may use
 * @param program path, relative to the resources folder, of the program in Java that reads it; else
 *     the provider is looked for by its name
 * @param path of the file relative to the resources folder, where the catalog knows one
 * @param hidden which hidden files it may be
 * @param variables of the template it came from; empty where it came from none
 */
public record ResourceSubject(
    String uri,
    String provider,
    Optional<String> ofScheme,
    ScriptLimits limits,
    Optional<String> program,
    Optional<String> mimeType,
    Optional<String> path,
    HiddenNames hidden,
    Optional<TemplateMatch> variables) {

  /** What the catalog says of a resource. */
  public static ResourceSubject of(Resource resource) {
    return new ResourceSubject(
        resource.uri(),
        resource.provider(),
        ResourceProvider.ofScheme(resource.metadata(), resource.provider(), resource.uri()),
        resource.limits(),
        program(resource.provider(), resource.path()),
        Members.text(resource.metadata(), "mimeType"),
        Optional.of(resource.path()).filter(path -> !path.isEmpty()),
        HiddenNames.ALL,
        Optional.empty());
  }

  public static ResourceSubject of(ResourceTemplate template, String uri, TemplateMatch variables) {
    return new ResourceSubject(
        uri,
        template.provider(),
        ResourceProvider.ofScheme(template.metadata(), template.provider(), uri),
        template.limits(),
        program(template.provider(), template.path()),
        Members.text(template.metadata(), "mimeType"),
        Optional.empty(),
        HiddenNames.spelledOutBy(template.template().text()),
        Optional.of(variables));
  }

  /** A URI the catalog does not know. */
  public static ResourceSubject unknown(String uri, String provider) {
    return new ResourceSubject(
        uri,
        provider,
        Optional.empty(),
        ScriptLimits.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        HiddenNames.NONE,
        Optional.empty());
  }

  private static Optional<String> program(String provider, String path) {
    return ResourceProvider.isProgram(provider, path) ? Optional.of(path) : Optional.empty();
  }

  /** The same, read by the provider of its scheme; empty if nobody else may read it. */
  Optional<ResourceSubject> byScheme() {
    return ofScheme.map(
        other ->
            new ResourceSubject(
                uri, other, Optional.empty(), limits, program, mimeType, path, hidden, variables));
  }

  ResourceTarget target() {
    return new ResourceTarget(uri, mimeType, Optional.empty(), provider);
  }
}
