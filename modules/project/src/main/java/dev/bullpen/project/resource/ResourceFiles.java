package dev.bullpen.project.resource;

import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.uri.PercentEncoded;
import dev.bullpen.project.uri.UriSyntax;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The provider {@code file}: which path a URI means, and whether that may be read.
 *
 * <p>A URI is decoded once, the path normalised, every link followed, and only then decided on. To
 * the client a file outside of the roots, a hidden one and one that does not exist are the same.
 */
final class ResourceFiles {
  private static final String AUTHORITY = "//";

  private final Layout layout;
  private final ResourceRoots roots;

  ResourceFiles(Layout layout, ResourceRoots roots) {
    this.layout = layout;
    this.roots = roots;
  }

  /**
   * The path a resource is at, existing or not; empty when it can be at none.
   *
   * <p>A {@code file} URI says it. Of another URI a resource says it with its {@code path}, and for
   * a template it is what follows the scheme, below the resources folder.
   */
  Optional<Path> path(ResourceSubject subject) {
    String uri = subject.uri();
    if (uri.indexOf('?') < 0 && uri.indexOf('#') < 0) {
      Optional<Path> path = FileUri.path(uri).map(Path::normalize);
      if (path.isPresent()) {
        return path;
      }
      if (subject.variables().isPresent() && !UriSyntax.scheme(uri).equals("file")) {
        return PercentEncoded.decode(rest(uri)).flatMap(layout.resources()::resolve);
      }
    }
    return subject.path().flatMap(layout.resources()::resolve);
  }

  /** What follows the scheme, always relative: a host and a folder are alike here. */
  private static String rest(String uri) {
    String rest = UriSyntax.afterScheme(uri);
    return rest.startsWith(AUTHORITY) ? rest.substring(AUTHORITY.length()) : rest;
  }

  /** A file or folder that may be read. */
  Located locate(ResourceSubject subject) throws ResourceException {
    Path path =
        path(subject)
            .orElseThrow(
                () -> ResourceException.notFound(subject.uri(), "it names no file of this host"));
    // Before the file: so it takes as long whether it is missing or merely somewhere else.
    List<Path> now = roots.now();
    Path real;
    try {
      real = path.toRealPath();
    } catch (IOException e) {
      throw missing(subject, path, Cause.of(e));
    }
    Path root =
        ResourceRoots.containing(real, subject.hidden(), now)
            .orElseThrow(
                () ->
                    missing(
                        subject,
                        path,
                        "it is %s, which is hidden or outside of %s. Add its folder to %s if it is to be read"
                            .formatted(real, now, ResourceRoots.VARIABLE)));
    return new Located(path, real, root, now);
  }

  /** What is wrong with a path, told to the operator alone. */
  static ResourceException missing(ResourceSubject subject, Path path, String reason) {
    return ResourceException.notFound(subject.uri(), "%s: %s".formatted(path, reason));
  }

  /**
   * A place inside of the roots.
   *
   * @param path as it was asked for
   * @param real the same, every link followed
   * @param root the one it is in
   * @param roots all of them, as they were when it was looked for
   */
  record Located(Path path, Path real, Path root, List<Path> roots) {
    boolean isFolder() {
      return Files.isDirectory(real);
    }
  }
}
