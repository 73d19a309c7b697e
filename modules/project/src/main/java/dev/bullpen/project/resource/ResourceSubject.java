package dev.bullpen.project.resource;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.resource.ResourceRead.ResourceTarget;
import dev.bullpen.project.resource.ResourceTemplate.TemplateMatch;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.uri.UriSyntax;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * The resource that a request means, according to the catalog.
 *
 * @param uri of the resource
 * @param provider the name of its provider
 * @param metadata of its resource or template; empty if the catalog has neither
 * @param file the path in the description of the resource or template, relative to the resources
 *     folder; may be empty
 * @param limits limits of the processes of the script that reads it
 * @param hidden which hidden files may be read
 * @param variables of its template; empty if it has none
 */
public record ResourceSubject(
    String uri,
    String provider,
    ObjectNode metadata,
    String file,
    ScriptLimits limits,
    HiddenNames hidden,
    Optional<TemplateMatch> variables) {
  static final String FILE = "file";
  private static final String GIT = "git";
  private static final String HTTPS = "https";
  private static final String PROVIDER = "provider";

  /** Built-in providers, for which no file is needed, so their names never mean a file. */
  private static final Set<String> BUILT_IN = Set.of(FILE, GIT, HTTPS, "echo", "ui");

  /** A resource of the catalog. */
  public static ResourceSubject of(Resource resource) {
    return new ResourceSubject(
        resource.uri(),
        resource.provider(),
        resource.metadata(),
        resource.path(),
        resource.limits(),
        HiddenNames.ALL,
        Optional.empty());
  }

  public static ResourceSubject of(ResourceTemplate template, String uri, TemplateMatch variables) {
    return new ResourceSubject(
        uri,
        template.provider(),
        template.metadata(),
        template.path(),
        template.limits(),
        HiddenNames.spelledOutBy(template.template().text()),
        Optional.of(variables));
  }

  /** A URI that is not in the catalog. */
  public static ResourceSubject unknown(String uri, String provider) {
    return new ResourceSubject(
        uri, provider, Json.object(), "", ScriptLimits.NONE, HiddenNames.NONE, Optional.empty());
  }

  Optional<String> mimeType() {
    return Members.silentText(metadata, "mimeType");
  }

  /** The path of the resource's own file, relative to the resources folder. */
  Optional<String> path() {
    return Optional.of(file).filter(path -> !path.isEmpty() && variables.isEmpty());
  }

  /** The path of the program in Java that reads it; if empty, its provider is found by name. */
  Optional<String> program() {
    return Optional.of(file).filter(path -> isProgram(provider, path));
  }

  /**
   * The same, read by the provider of its scheme if the project has one. Empty if its URI is a
   * {@code file:} URI, or if the metadata names a provider.
   */
  Optional<ResourceSubject> byScheme() {
    String scheme = UriSyntax.scheme(uri);
    return provider.equals(FILE)
            && !scheme.equals(FILE)
            && Members.silentText(metadata, PROVIDER).isEmpty()
        ? Optional.of(new ResourceSubject(uri, scheme, metadata, file, limits, hidden, variables))
        : Optional.empty();
  }

  ResourceTarget target() {
    return new ResourceTarget(uri, mimeType(), Optional.empty(), provider);
  }

  /**
   * The provider of a discovered resource: from its metadata, otherwise by scheme, otherwise {@code
   * file}. A program in Java reads the resource that describes it, and its provider name is its
   * file name, unless the metadata names another provider or a {@code file:} URI, which means the
   * file itself.
   *
   * @param path of the described file; may be empty
   */
  static String discoveredProvider(ObjectNode metadata, String uri, String path) {
    return programOf(metadata, uri, path)
        .or(() -> Members.silentText(metadata, PROVIDER))
        .orElseGet(
            () ->
                switch (UriSyntax.scheme(uri)) {
                  case HTTPS -> HTTPS;
                  case "git+https" -> GIT;
                  default -> FILE;
                });
  }

  /**
   * The provider of a registered resource: from its entry, otherwise the scheme.
   *
   * @param path of the file in the entry; may be empty
   */
  static String registeredProvider(ObjectNode entry, String uri, String path) {
    return programOf(entry, uri, path)
        .or(() -> Members.silentText(entry, PROVIDER))
        .orElseGet(() -> scheme(uri));
  }

  /** Whether the provider is the described file itself. */
  static boolean isProgram(String provider, String path) {
    return JavaProgram.is(path) && FoundFile.fileName(path).equals(provider);
  }

  private static Optional<String> programOf(ObjectNode metadata, String uri, String path) {
    if (!JavaProgram.is(path)) {
      return Optional.empty();
    }
    String fileName = FoundFile.fileName(path);
    String named = Members.silentText(metadata, PROVIDER).orElse("");
    boolean isMeant =
        named.isEmpty()
            ? !UriSyntax.scheme(uri).equals(FILE)
            : FoundFile.stem(fileName).equals(named) && !BUILT_IN.contains(named)
                || fileName.equals(named);
    return isMeant ? Optional.of(fileName) : Optional.empty();
  }

  private static String scheme(String uri) {
    int end = uri.indexOf(':');
    String scheme = end <= 0 ? FILE : uri.substring(0, end);
    String lower = UriSyntax.scheme(uri);
    return lower.equals("git+https") ? GIT : BUILT_IN.contains(lower) ? lower : scheme;
  }

  /**
   * Which hidden files and folders may be read: all if the catalog names exactly this file, those
   * written out in a template, otherwise none.
   *
   * @param named the names; empty for all
   */
  public record HiddenNames(Optional<Set<String>> named) {
    static final HiddenNames ALL = new HiddenNames(Optional.empty());
    static final HiddenNames NONE = new HiddenNames(Optional.of(Set.of()));

    /**
     * The hidden names that are whole segments of a template: {@code .git} in {@code
     * file:///{repo}/.git/HEAD}.
     */
    static HiddenNames spelledOutBy(String template) {
      return new HiddenNames(
          Optional.of(
              Stream.of(template.split("/"))
                  .filter(segment -> isHidden(segment) && !segment.contains("{"))
                  .collect(Collectors.toUnmodifiableSet())));
    }

    static boolean isHidden(String name) {
      return name.startsWith(".");
    }

    boolean allow(Path relative) {
      for (Path part : relative) {
        String name = part.toString();
        if (isHidden(name) && named.isPresent() && !named.get().contains(name)) {
          return false;
        }
      }
      return true;
    }
  }
}
