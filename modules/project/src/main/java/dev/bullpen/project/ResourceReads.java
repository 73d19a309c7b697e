package dev.bullpen.project;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.resource.ProviderExit;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceProviders;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.project.resource.ResourceSubject;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.resource.ResourceTemplate.TemplateMatch;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.uri.UriSyntax;
import java.time.Duration;
import java.util.Optional;

/** How the resources of a project are read, according to one reading of its catalog. */
public record ResourceReads(Catalog catalog, ResourceProviders providers) {

  /**
   * How a resource is read. Reads nothing of it, but finds the script of its provider. A URI and a
   * name must mean the same resource.
   */
  public ResourceRead plan(Optional<String> uri, Optional<String> name) throws ResourceException {
    ResourceSubject subject = find(uri, name);
    return providers.read(subject, catalog.uiResource(subject.uri()));
  }

  /** Bytes a resource may have, {@code MCPBASH_MAX_RESOURCE_BYTES}. */
  public int maxBytes() {
    return providers.maxBytes();
  }

  /** How long a provider's script may take, where any may take the usual time. */
  public Duration timeout(ResourceRead.Script script, Duration usual) {
    return providers.timeout(script, usual);
  }

  /**
   * The content that a provider's script has printed.
   *
   * @param shellCode how it ended, as a shell has it in {@code $?}
   * @param stdout all, or more than {@link #maxBytes} of it
   * @param stderr all, or the beginning
   */
  public byte[] ended(ResourceRead.Script script, int shellCode, byte[] stdout, byte[] stderr)
      throws ResourceException {
    if (shellCode != 0) {
      throw ProviderExit.error(script, shellCode, stdout, stderr);
    }
    if (stdout.length > maxBytes()) {
      throw ResourceException.tooLong(
          maxBytes(), script.target().uri(), ResourceException.MAX_BYTES);
    }
    return stdout;
  }

  /**
   * Something that changes when the content of a file or folder may have, without reading it; empty
   * for a URI whose content comes from a script. Blocks as long as the file system does.
   */
  public Optional<String> stamp(String uri) {
    try {
      return plan(Optional.of(uri), Optional.empty()) instanceof ResourceRead.Local local
          ? Optional.of(local.stamp())
          : Optional.empty();
    } catch (ResourceException e) {
      return Optional.empty();
    }
  }

  /**
   * Finds what a request means: the resource of a name, else the resource with that URI, else a
   * template that matches it, else a template of files that a path has been filled into as it is,
   * else the provider of its scheme. Schemes compare without case; a script gets a URI with the
   * scheme as its resource or template has it.
   */
  private ResourceSubject find(Optional<String> uri, Optional<String> name)
      throws ResourceException {
    Optional<String> wanted = uri.filter(text -> !text.isEmpty());
    Optional<String> called = name.filter(text -> !text.isEmpty());
    if (wanted.isEmpty() && called.isEmpty()) {
      throw ResourceException.invalid(
          "Resource name or uri required", "", "the request names none");
    }
    if (wanted.isPresent() && !UriSyntax.isUri(wanted.get())) {
      throw ResourceException.notFound(
          wanted.get(),
          "it is no URI of at most %d characters as RFC 3986 has them"
              .formatted(UriSyntax.MAX_LENGTH));
    }
    if (catalog.broken().isPresent()) {
      throw ResourceException.failed(
          "Unable to load resources registry",
          wanted.or(() -> called).get(),
          catalog.broken().get().getMessage());
    }
    Optional<Resource> named = called.flatMap(catalog::resourceNamed);
    if (named.isPresent()) {
      return named(named.get(), wanted);
    }
    if (wanted.isEmpty()) {
      throw ResourceException.notFound(called.get(), "no resource has that name");
    }
    return find(FileUri.canonical(wanted.get()));
  }

  /** Any other URI would reach a provider that no declaration names for it. */
  private static ResourceSubject named(Resource resource, Optional<String> uri)
      throws ResourceException {
    if (uri.isPresent() && !FileUri.key(uri.get()).equals(FileUri.key(resource.uri()))) {
      throw ResourceException.invalid(
          "name and uri mean different resources. Send one of them",
          uri.get(),
          "the request also names the resource %s".formatted(EscapedBytes.of(resource.name())));
    }
    if (!RequestVariables.isCarriable(resource.uri())) {
      throw ResourceException.notFound(
          resource.uri(),
          "its registered uri holds a character no path and no script can be given");
    }
    return ResourceSubject.of(resource);
  }

  private ResourceSubject find(String uri) throws ResourceException {
    Optional<Resource> resource = catalog.resource(uri);
    if (resource.isPresent()) {
      return ResourceSubject.of(resource.get());
    }
    Optional<ResourceTemplate> template = catalog.templateMatching(uri);
    if (template.isPresent()) {
      TemplateMatch variables =
          template
              .get()
              .match(uri)
              .orElseThrow(
                  () ->
                      ResourceException.notFound(
                          uri,
                          "it looks like one of the template %s, but that cannot become it"
                              .formatted(template.get().name())));
      return ResourceSubject.of(template.get(), template.get().template().spelled(uri), variables);
    }
    return switch (UriSyntax.scheme(uri)) {
      case "file" -> file(uri);
      case "https" -> ResourceSubject.unknown(uri, "https");
      case "git+https" -> ResourceSubject.unknown(uri, "git");
      case "ui" -> ResourceSubject.unknown(uri, "ui");
      default ->
          throw ResourceException.notFound(
              uri, "no resource has it, no template matches it, and its scheme has no provider");
    };
  }

  private ResourceSubject file(String uri) {
    return catalog
        .templateOfPath(uri)
        .flatMap(
            template ->
                template
                    .matchPath(uri)
                    .map(variables -> ResourceSubject.of(template, uri, variables)))
        .orElseGet(() -> ResourceSubject.unknown(uri, "file"));
  }
}
