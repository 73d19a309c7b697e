package dev.bullpen.http.access;

import dev.bullpen.http.access.Verdict.Refused;
import dev.bullpen.project.file.EscapedBytes;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Which sites' pages may call the server: pages of this server on a loopback name, and those of
 * listed origins. Programs that are not browsers send no {@code Origin}, and pass.
 */
public final class OriginRule {
  /** As browsers send it (RFC 6454, section 6.2): no path, no default port. */
  private static final Pattern ORIGIN =
      Pattern.compile("[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\\[[0-9a-f:.]+])(:[0-9]{1,5})?");

  private static final Pattern DEFAULT_PORT = Pattern.compile("http://.*:80|https://.*:443");

  private final Set<String> listed;
  private final Set<String> allowed;

  private OriginRule(Set<String> listed, Set<String> own) {
    this.listed = Set.copyOf(listed);
    this.allowed =
        Stream.concat(listed.stream(), own.stream()).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * @param bound the bound addresses, with their actual ports
   * @param listed further origins, such as {@code https://app.example.com}
   * @throws AccessException if one of them is not an origin
   */
  public static OriginRule of(Collection<SocketAddress> bound, Collection<String> listed)
      throws AccessException {
    Set<String> checked = new HashSet<>();
    for (String given : listed) {
      String origin = given.toLowerCase(Locale.ROOT);
      if (!ORIGIN.matcher(origin).matches()) {
        throw new AccessException(
            "--allow-origin %s is not an origin. Give the scheme, the host and the port of the page, and no path: https://app.example.com, http://localhost:6274."
                .formatted(EscapedBytes.of(given)));
      }
      checked.add(withoutDefaultPort(origin));
    }
    Set<String> own =
        HostRule.internet(bound)
            .flatMap(
                address ->
                    HostRule.LOOPBACK_NAMES.stream().map(name -> name + ":" + address.getPort()))
            .flatMap(authority -> Stream.of("http://" + authority, "https://" + authority))
            .map(OriginRule::withoutDefaultPort)
            .collect(Collectors.toSet());
    return new OriginRule(checked, own);
  }

  private static String withoutDefaultPort(String origin) {
    return DEFAULT_PORT.matcher(origin).matches()
        ? origin.substring(0, origin.lastIndexOf(':'))
        : origin;
  }

  /** Why a request of a page of this origin is refused; empty if it is not. */
  public Optional<Refused> objection(Optional<String> origin) {
    return origin
        .filter(site -> !allowed.contains(site))
        .map(
            site ->
                new Refused(
                    HttpStatus.FORBIDDEN_403,
                    "Pages of %s may not call this server. To allow them, start it with --allow-origin and this origin."
                        .formatted(EscapedBytes.of(site))));
  }

  /** The CORS headers, for listed origins only. */
  public Cors cors() {
    return new Cors(listed);
  }
}
