package dev.bullpen.project.resource;

import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.script.ScriptLimits;
import java.util.Map;
import java.util.Optional;

/**
 * What a request means, according to the catalog.
 *
 * @param uri to be read
 * @param provider name of who reads it
 * @param mimeType as declared
 * @param limits what the processes of a script that reads it may use
 * @param program path, relative to the resources folder, of the program in Java that reads it; else
 *     the provider is looked for by its name
 * @param path of the file relative to the resources folder, where the catalog knows one
 * @param published whether the catalog names exactly this; then it may also be a hidden file
 * @param variables of the template it came from, decoded; empty where it came from none
 */
public record ResourceSubject(
    String uri,
    String provider,
    ScriptLimits limits,
    Optional<String> program,
    Optional<String> mimeType,
    Optional<String> path,
    boolean published,
    Optional<Map<String, String>> variables) {

  /** What the catalog says of a resource. */
  public static ResourceSubject of(Resource resource) {
    return new ResourceSubject(
        resource.uri(),
        resource.provider(),
        resource.limits(),
        program(resource.provider(), resource.path()),
        Members.text(resource.metadata(), "mimeType"),
        Optional.of(resource.path()).filter(path -> !path.isEmpty()),
        true,
        Optional.empty());
  }

  /** Another URI, read as a resource of the catalog is. */
  public static ResourceSubject of(Resource resource, String uri) {
    return uri.equals(resource.uri())
        ? of(resource)
        : new ResourceSubject(
            uri,
            resource.provider(),
            resource.limits(),
            program(resource.provider(), resource.path()),
            Members.text(resource.metadata(), "mimeType"),
            Optional.empty(),
            false,
            Optional.empty());
  }

  /** A URI that a template matches. */
  public static ResourceSubject of(
      ResourceTemplate template, String uri, Map<String, String> variables) {
    return new ResourceSubject(
        uri,
        template.provider(),
        template.limits(),
        program(template.provider(), template.path()),
        Members.text(template.metadata(), "mimeType"),
        Optional.empty(),
        false,
        Optional.of(variables));
  }

  /** A URI the catalog does not know. */
  public static ResourceSubject unknown(String uri, String provider) {
    return new ResourceSubject(
        uri,
        provider,
        ScriptLimits.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty());
  }

  private static Optional<String> program(String provider, String path) {
    return ResourceProvider.isProgram(provider, path) ? Optional.of(path) : Optional.empty();
  }

  /** What the client is told of it. */
  ResourceTarget target() {
    return new ResourceTarget(uri, mimeType, Optional.empty(), provider);
  }
}
