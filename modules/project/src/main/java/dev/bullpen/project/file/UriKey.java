package dev.bullpen.project.file;

import dev.bullpen.project.uri.ListedUri;
import dev.bullpen.project.uri.UriSyntax;

/**
 * What two URIs have in common that name the same: as lists show them, with the scheme in lower
 * case (RFC 3986, section 3.1; classes for URLs lower it), and a path of this host behind {@code
 * file:///} (RFC 8089, section 2). For comparing only; also of the text of a template.
 */
public final class UriKey {
  private UriKey() {}

  public static String of(String uri) {
    String listed = ListedUri.of(uri);
    return FileUri.canonical(UriSyntax.withScheme(UriSyntax.scheme(listed), listed));
  }
}
