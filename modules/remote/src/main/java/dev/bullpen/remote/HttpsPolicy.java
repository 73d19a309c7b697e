package dev.bullpen.remote;

import dev.bullpen.remote.FetchException.Kind;
import java.net.MalformedURLException;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Which hosts may be read. None, unless the operator says so.
 *
 * <p>{@code MCPBASH_HTTPS_ALLOW_HOSTS} lists hosts, {@code MCPBASH_HTTPS_ALLOW_ALL} allows all of
 * them, {@code MCPBASH_HTTPS_DENY_HOSTS} wins over both. A host alone stands for port 443 in the
 * first list and for every port in the last; another port has to be written, {@code host:port}.
 */
public final class HttpsPolicy {
  static final String ALLOW_HOSTS = "MCPBASH_HTTPS_ALLOW_HOSTS";
  static final String ALLOW_ALL = "MCPBASH_HTTPS_ALLOW_ALL";
  static final String DENY_HOSTS = "MCPBASH_HTTPS_DENY_HOSTS";

  /** Characters of a URI; servers are only asked to take 8000 bytes (RFC 9110, 4.1). */
  static final int MAX_URI_LENGTH = 8_000;

  private static final int DEFAULT_PORT = 443;
  private static final Set<String> YES = Set.of("true", "1", "yes", "on");
  private static final Set<String> NO = Set.of("", "false", "0", "no", "off");

  private final HostList allowed;
  private final HostList denied;
  private final boolean allAllowed;

  private HttpsPolicy(HostList allowed, HostList denied, boolean allAllowed) {
    this.allowed = allowed;
    this.denied = denied;
    this.allAllowed = allAllowed;
  }

  /** As the environment says; what of it cannot be read is not said to anybody. */
  public static HttpsPolicy of(Map<String, String> env) {
    return of(env, problem -> {});
  }

  /**
   * As the environment says.
   *
   * @param problems told a sentence for each value that cannot be read and therefore is ignored
   */
  public static HttpsPolicy of(Map<String, String> env, Consumer<String> problems) {
    return new HttpsPolicy(
        HostList.read(ALLOW_HOSTS, env.getOrDefault(ALLOW_HOSTS, ""), problems),
        HostList.read(DENY_HOSTS, env.getOrDefault(DENY_HOSTS, ""), problems),
        yes(env.getOrDefault(ALLOW_ALL, ""), problems));
  }

  /** What a URI asks for, or {@link Kind#POLICY}. No name server is asked. */
  Target check(URI uri) throws FetchException {
    if (!"https".equalsIgnoreCase(uri.getScheme()) || uri.getRawAuthority() == null) {
      throw new FetchException(
          Kind.POLICY, "Only URIs that begin with https:// can be read", "scheme or host missing");
    }
    Authority authority = Authority.of(uri.getRawAuthority());
    int port = authority.port().orElse(DEFAULT_PORT);
    HostName host = authority.host();
    if (denied.has(host) || denied.has(host, port)) {
      throw refused(host, port, "it is listed in " + DENY_HOSTS);
    }
    boolean listed = allowed.has(host, port) || port == DEFAULT_PORT && allowed.has(host);
    if (!listed && !(allAllowed && port == DEFAULT_PORT)) {
      throw refused(host, port, hint(host, port));
    }
    return target(host, port, uri);
  }

  private static Target target(HostName host, int port, URI uri) throws FetchException {
    String text =
        "https://"
            + host.text()
            + (port == DEFAULT_PORT ? "" : ":" + port)
            + uri.getRawPath()
            + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    try {
      String ascii = URI.create(text).toASCIIString();
      if (ascii.length() > MAX_URI_LENGTH) {
        throw new FetchException(
            Kind.POLICY,
            "The URI is longer than %d characters".formatted(MAX_URI_LENGTH),
            "%d characters".formatted(ascii.length()));
      }
      return new Target(host, port, URI.create(ascii).toURL());
    } catch (MalformedURLException | IllegalArgumentException e) {
      throw new FetchException(Kind.POLICY, "The URI is not usable", e);
    }
  }

  private static boolean yes(String value, Consumer<String> problems) {
    String word = value.strip().toLowerCase(Locale.ROOT);
    if (!YES.contains(word) && !NO.contains(word)) {
      problems.accept(
          ALLOW_ALL + " is ignored: it is not true or false. Hosts have to be listed by name.");
    }
    return YES.contains(word);
  }

  private static String hint(HostName host, int port) {
    return "add %s to %s to allow it"
        .formatted(port == DEFAULT_PORT ? host.text() : host.text() + ":" + port, ALLOW_HOSTS);
  }

  private static FetchException refused(HostName host, int port, String detail) {
    String place = port == DEFAULT_PORT ? host.text() : host.text() + ":" + port;
    return new FetchException(
        Kind.POLICY, "The host %s may not be read from here".formatted(place), detail);
  }
}
