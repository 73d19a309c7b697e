package dev.bullpen.remote;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Hosts as an operator lists them: {@code host} or {@code host:port}, separated by commas or white
 * space, each exactly that host and none below it.
 */
final class HostList {
  private final Set<String> hosts;
  private final Set<String> places;

  private HostList(Set<String> hosts, Set<String> places) {
    this.hosts = Set.copyOf(hosts);
    this.places = Set.copyOf(places);
  }

  /** What cannot be read is left out, with a sentence naming the setting. */
  static HostList read(String setting, String value, Consumer<String> problems) {
    Set<String> hosts = new HashSet<>();
    Set<String> places = new HashSet<>();
    for (String entry : value.split("[,\\s]+")) {
      if (entry.isEmpty()) {
        continue;
      }
      try {
        Authority authority = Authority.of(entry);
        if (authority.port().isPresent()) {
          places.add(place(authority.host(), authority.port().getAsInt()));
        } else {
          hosts.add(authority.host().text());
        }
      } catch (FetchException e) {
        problems.accept(
            "%s: \"%s\" is ignored (%s). Write host or host:port, as in files.example.com."
                .formatted(setting, printable(entry), e.detail()));
      }
    }
    return new HostList(hosts, places);
  }

  /** Whether the host is listed, for every port. */
  boolean has(HostName host) {
    return hosts.contains(host.text());
  }

  /** Whether the host is listed with this port. */
  boolean has(HostName host, int port) {
    return places.contains(place(host, port));
  }

  private static String place(HostName host, int port) {
    return host.text() + ":" + port;
  }

  private static String printable(String entry) {
    return entry.replaceAll("\\p{Cntrl}", "?");
  }
}
