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

/** How a project's resources are read, according to one snapshot of its catalog. */
public record ResourceReads(Catalog catalog, ResourceProviders providers) {

  /**
   * How a resource is read. Does not read it, but finds its provider's script. A URI and a name
   * together must mean the same resource.
   */
  public ResourceRead plan(Optional<String> uri, Optional<String> name) throws ResourceException {
    ResourceSubject subject = find(uri, name);
    return providers.read(subject, catalog.uiResource(subject.uri()));
  }

  /** The most bytes of a resource, {@code MCPBASH_MAX_RESOURCE_BYTES}. */
  public int maxBytes() {
    return providers.maxBytes();
  }

  /**
   * How long a provider's script may take.
   *
   * @param usual the usual limit
   */
  public Duration timeout(ResourceRead.Script script, Duration usual) {
    return providers.timeout(script, usual);
  }

  /**
   * The content printed by a provider's script.
   *
   * @param shellCode the script's status, as in a shell's {@code $?}
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
   * A text that changes when the content of a file or folder may have changed, made without reading
   * it; empty if the content comes from a script. Blocks as long as the file system does.
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
   * Finds the resource of a request. Precedence: (1) by name, (2) by URI, (3) a template that
   * matches the URI, (4) a template of files, filled in with an unescaped path, (5) the provider of
   * the scheme. Schemes compare without case. A script gets the URI with the scheme as written in
   * its resource or template.
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
          "it is not a URI of at most %d characters by RFC 3986".formatted(UriSyntax.MAX_LENGTH));
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

  /** Any other URI would reach a provider that no declaration assigns to it. */
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
          "its registered uri has a character that no path and no script argument can have");
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
                          "it resembles the template %s, but does not match it"
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
