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
 * gathered, and each is sent once when it reads. A session that becomes ready is notified of what
 * differs from what it was shown.
 */
public final class ChangeNotices {
  private static final Duration AGAIN = Duration.ofMillis(200);

  private final Client client;
  private final Catalogs catalogs;
  private final Timers timers;
  private final Listens listens;
  private final LegacySubscriptions subscriptions;

  // Changes that are still to be sent; guarded by lists.
  private final Set<Capability> lists = EnumSet.noneOf(Capability.class);
  private final Set<String> resources = new LinkedHashSet<>();
  private boolean waiting;

  /** Changes to what the session subscribed to before it was ready; guarded by lists. */
  private final Set<String> unsent = new LinkedHashSet<>();

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
    sendChanges();
  }

  public void resourceChanged(String uri) {
    synchronized (lists) {
      resources.add(uri);
    }
    sendChanges();
  }

  /** Templates have no notification of their own. */
  private static Capability capability(CatalogKind kind) {
    return switch (kind) {
      case TOOLS -> Capability.TOOLS;
      case PROMPTS -> Capability.PROMPTS;
      case RESOURCES, RESOURCE_TEMPLATES -> Capability.RESOURCES;
    };
  }

  private void sendChanges() {
    Set<Capability> changedLists;
    Set<String> changedResources;
    synchronized (lists) {
      if (waiting) {
        return;
      }
      if (client.isFull()) {
        waiting = true;
        timers.after(AGAIN, this::retry);
        return;
      }
      changedLists = Set.copyOf(lists);
      changedResources = new LinkedHashSet<>(resources);
      lists.clear();
      resources.clear();
    }
    changedLists.forEach(this::sendChange);
    changedResources.forEach(this::sendChange);
  }

  private void retry() {
    synchronized (lists) {
      waiting = false;
    }
    sendChanges();
  }

  private void sendChange(Capability list) {
    if (client.agreement().isReady()) {
      send(Notice.listChanged(list));
    }
    listens.listChanged(client, list);
  }

  private void sendChange(String uri) {
    if (subscriptions.has(uri) && !keepUntilReady(uri)) {
      send(Notice.resourceUpdated(uri));
    }
    listens.resourceChanged(client, uri);
  }

  /** Keep a change until the session is ready; false if it is ready. */
  private boolean keepUntilReady(String uri) {
    synchronized (lists) {
      boolean isReady = client.agreement().isReady();
      if (!isReady) {
        unsent.add(uri);
      }
      return !isReady;
    }
  }

  /** The session is ready: send what has changed since it saw it. */
  public void sessionReady() {
    Set<Capability> changedLists = EnumSet.noneOf(Capability.class);
    catalogs
        .othersThan(client.agreement().shown())
        .forEach(kind -> changedLists.add(capability(kind)));
    Set<String> changedResources;
    synchronized (lists) {
      changedResources = new LinkedHashSet<>(unsent);
      unsent.clear();
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
