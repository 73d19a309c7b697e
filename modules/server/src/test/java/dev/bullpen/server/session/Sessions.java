package dev.bullpen.server.session;

import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.method.ModernResults;
import dev.bullpen.protocol.session.Capability;
import dev.bullpen.protocol.session.ServerCapabilities;
import dev.bullpen.protocol.session.ServerInfo;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.change.ChangeNotices;
import dev.bullpen.server.change.LegacySubscriptions;
import dev.bullpen.server.change.Listens;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.client.SharedBudget;
import dev.bullpen.server.thread.Timers;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;

/** Sessions whose methods are served by a test. */
public final class Sessions {
  private static final long MEBIBYTE = 1024 * 1024;
  private static final Timers TIMERS = new Timers();

  /** Nothing is read from a project. */
  private static final Catalogs CATALOGS = new Catalogs(null);

  private Sessions() {}

  public static Session of(Client client, CallTable calls, Map<String, Handler> handlers) {
    LegacySubscriptions subscriptions = subscriptions();
    Listens listens = listens();
    return new Session(
        client,
        calls,
        service(handlers),
        subscriptions,
        notices(client, listens, subscriptions),
        listens,
        new HeldRequests.Budget(),
        TIMERS);
  }

  static Dispatcher dispatcher(Client client, CallTable calls, Map<String, Handler> handlers) {
    LegacySubscriptions subscriptions = subscriptions();
    return new Dispatcher(
        client, calls, service(handlers), subscriptions, notices(client, listens(), subscriptions));
  }

  private static Service service(Map<String, Handler> handlers) {
    ServerInfo identity = ServerInfo.of("test", "1");
    return new Service(
        new Greetings(identity, capabilities(), CacheHint.STALE, false),
        handlers,
        Optional.empty(),
        new ModernResults(Optional.of(identity)),
        new SharedBudget(MEBIBYTE));
  }

  private static ServerCapabilities capabilities() {
    return new ServerCapabilities(EnumSet.allOf(Capability.class));
  }

  private static LegacySubscriptions subscriptions() {
    return new LegacySubscriptions(CATALOGS, null, null, null, Principal.LOCAL);
  }

  private static Listens listens() {
    return new Listens(CATALOGS, null, capabilities(), new SharedBudget(MEBIBYTE));
  }

  private static ChangeNotices notices(
      Client client, Listens listens, LegacySubscriptions subscriptions) {
    return new ChangeNotices(client, CATALOGS, TIMERS, listens, subscriptions);
  }
}
