package dev.bullpen.server.change;

import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.method.Notice;
import dev.bullpen.protocol.session.Capability;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.thread.Timers;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * Notifies one client that a list or a resource has changed: its legacy session once that is ready,
 * and each of its open {@code subscriptions/listen}. While the client does not read, changes are
 * gathered, and each is sent once when it does. Nothing is sent to a session before it is ready;
 * then, what differs from what it has been shown.
 */
public final class ChangeNotices {
  private static final Duration AGAIN = Duration.ofMillis(200);

  private final Client client;
  private final Catalogs catalogs;
  private final Timers timers;
  private final Listens listens;
  private final LegacySubscriptions subscriptions;

  // What is owed; guarded by lists.
  private final Set<Capability> lists = EnumSet.noneOf(Capability.class);
  private final Set<String> resources = new LinkedHashSet<>();
  private boolean waiting;

  /** Of what the session has subscribed to before it was ready; guarded by lists. */
  private final Set<String> untold = new LinkedHashSet<>();

  public ChangeNotices(
      Client client,
      Catalogs catalogs,
      Timers timers,
      Listens listens,
      LegacySubscriptions subscriptions) {
    this.client = client;
    this.catalogs = catalogs;
    this.timers = timers;
    this.listens = listens;
    this.subscriptions = subscriptions;
  }

  public void listsChanged(Set<CatalogKind> kinds) {
    synchronized (lists) {
      kinds.forEach(kind -> lists.add(capability(kind)));
    }
    tell();
  }

  public void resourceChanged(String uri) {
    synchronized (lists) {
      resources.add(uri);
    }
    tell();
  }

  /** Templates have no notification of their own. */
  private static Capability capability(CatalogKind kind) {
    return switch (kind) {
      case TOOLS -> Capability.TOOLS;
      case PROMPTS -> Capability.PROMPTS;
      case RESOURCES, RESOURCE_TEMPLATES -> Capability.RESOURCES;
    };
  }

  private void tell() {
    Set<Capability> changedLists;
    Set<String> changedResources;
    synchronized (lists) {
      if (waiting) {
        return;
      }
      if (client.isFull()) {
        waiting = true;
        timers.after(AGAIN, this::tellAgain);
        return;
      }
      changedLists = Set.copyOf(lists);
      changedResources = new LinkedHashSet<>(resources);
      lists.clear();
      resources.clear();
    }
    changedLists.forEach(this::tell);
    changedResources.forEach(this::tell);
  }

  private void tellAgain() {
    synchronized (lists) {
      waiting = false;
    }
    tell();
  }

  private void tell(Capability list) {
    if (client.agreement().isReady()) {
      send(Notice.listChanged(list));
    }
    listens.listChanged(client, list);
  }

  private void tell(String uri) {
    if (subscriptions.has(uri) && tellNowOrLater(uri)) {
      send(Notice.resourceUpdated(uri));
    }
    listens.resourceChanged(client, uri);
  }

  private boolean tellNowOrLater(String uri) {
    synchronized (lists) {
      boolean now = client.agreement().isReady();
      if (!now) {
        untold.add(uri);
      }
      return now;
    }
  }

  /** Sends what has changed since the session saw it, when it can be sent. */
  public void sessionReady() {
    Set<Capability> changedLists = EnumSet.noneOf(Capability.class);
    catalogs
        .othersThan(client.agreement().shown())
        .forEach(kind -> changedLists.add(capability(kind)));
    Set<String> changedResources;
    synchronized (lists) {
      changedResources = new LinkedHashSet<>(untold);
      untold.clear();
    }
    changedLists.forEach(list -> send(Notice.listChanged(list)));
    for (String uri : changedResources) {
      if (subscriptions.has(uri)) {
        send(Notice.resourceUpdated(uri));
      }
    }
  }

  private void send(ObjectNode notification) {
    client.out().send(JsonRpc.line(notification));
  }
}
