package dev.bullpen.remote;

import dev.bullpen.remote.FetchException.Kind;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/** Where a host is, as far as a fetch may go there. */
final class Addresses {
  private final Resolver resolver;
  private final AddressCheck check;

  Addresses(Resolver resolver, AddressCheck check) {
    this.resolver = resolver;
    this.check = check;
  }

  /**
   * The host's addresses; at least one.
   *
   * <p>One bad address refuses the host: who owns the name decides about the order, and would wait
   * until it is the bad one's turn.
   */
  List<InetAddress> of(HostName host) throws FetchException {
    List<InetAddress> addresses =
        host.literal().isPresent() ? List.of(host.literal().get()) : resolved(host);
    for (InetAddress address : addresses) {
      Optional<String> objection = check.objection(address);
      if (objection.isPresent()) {
        // The client is not told: it would learn what the inner network's names stand for.
        throw new FetchException(
            Kind.POLICY,
            "The host %s may not be read from here".formatted(host.text()),
            "its address %s is not public (%s)"
                .formatted(address.getHostAddress(), objection.get()));
      }
    }
    return addresses;
  }

  private List<InetAddress> resolved(HostName host) throws FetchException {
    try {
      List<InetAddress> addresses = resolver.addresses(host.text());
      if (!addresses.isEmpty()) {
        return List.copyOf(addresses);
      }
      throw new UnknownHostException("it has no address");
    } catch (UnknownHostException e) {
      // As for a name that is hidden: the client must not learn which names there are.
      throw new FetchException(
          Kind.POLICY,
          "The host %s may not be read from here".formatted(host.text()),
          "it cannot be found (%s)".formatted(e.getMessage()));
    }
  }
}
