package dev.bullpen.server.change;

import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.ListenParams;
import dev.bullpen.protocol.method.Notice;
import dev.bullpen.protocol.session.Capability;
import dev.bullpen.protocol.session.ServerCapabilities;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.client.SharedBudget;
import dev.bullpen.server.resource.ResourceWatch;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code subscriptions/listen} (specification 2026-07-28, subscriptions): calls that stay open and
 * get the notifications they have asked for, each tagged with the id of its call. They end when the
 * client cancels them, or with its session.
 */
public final class Listens implements Handler {
  /** More than the clients of one principal have open. */
  private static final int MOST = 1024;

  private final Catalogs catalogs;
  private final ResourceWatch resources;
  private final ServerCapabilities capabilities;
  private final SharedBudget budget;

  /** Also guards that no notification precedes the acknowledgement, and none is lost after it. */
  private final Object open = new Object();

  /** Guarded by {@code open}. */
  private final Map<Client, Map<Call, Listen>> calls = new HashMap<>();

  private final Map<Principal, Integer> countByPrincipal = new HashMap<>();

  private static final class Listen {
    final ListenParams wanted;
    boolean acknowledged;

    /** Changes before the acknowledgement, to be sent right after it. */
    final Set<ObjectNode> owed = new LinkedHashSet<>();

    Listen(ListenParams wanted) {
      this.wanted = wanted;
    }
  }

  /**
   * @param budget in bytes, for the subscriptions of all clients
   */
  public Listens(
      Catalogs catalogs,
      ResourceWatch resources,
      ServerCapabilities capabilities,
      SharedBudget budget) {
    this.catalogs = catalogs;
    this.resources = resources;
    this.capabilities = capabilities;
    this.budget = budget;
  }

  @Override
  public void handle(Call call) throws JsonRpcException {
    if (!call.isModern()) {
      throw new JsonRpcException(JsonRpcError.methodNotFound(Methods.LISTEN));
    }
    ListenParams wanted =
        ListenParams.parse(call.params())
            .honouredBy(capabilities)
            .withResources(uri -> call.mayUse(CatalogKind.RESOURCES, uri));
    // Notifications are about changes since the project's first reading.
    catalogs.whenLoaded(call, () -> open(call, wanted));
  }

  private void open(Call call, ListenParams wanted) throws JsonRpcException {
    synchronized (open) {
      if (countByPrincipal.getOrDefault(call.principal(), 0) >= MOST) {
        throw new JsonRpcException(
            JsonRpcError.internalError(
                "%d subscriptions are open, which is the limit; end one".formatted(MOST)));
      }
      long bytes = bytes(wanted);
      if (bytes > 0 && !budget.take(call.principal().name(), bytes)) {
        throw new JsonRpcException(
            JsonRpcError.internalError(
                "your subscriptions to resources take all the memory for them; end one"));
      }
      countByPrincipal.merge(call.principal(), 1, Integer::sum);
      calls
          .computeIfAbsent(call.client(), first -> new LinkedHashMap<>())
          .put(call, new Listen(wanted));
    }
    try {
      resources.add(wanted.resourceSubscriptions(), () -> begin(call));
    } catch (NoThreadException e) {
      take(call);
      throw e;
    }
    call.replaceOnCancel(() -> forget(call));
  }

  private static long bytes(ListenParams wanted) {
    return wanted.resourceSubscriptions().stream().mapToLong(LegacySubscriptions::bytes).sum();
  }

  private void begin(Call call) {
    boolean tooLate;
    synchronized (open) {
      acknowledge(call);
      tooLate = call.client().hasInputEnded();
    }
    if (tooLate) {
      close(call); // the session has begun to end
    } else {
      call.listens();
    }
  }

  private void acknowledge(Call call) {
    Listen listen = of(call.client()).get(call);
    if (listen != null && !listen.acknowledged) {
      call.send(Notice.acknowledged(call.id(), listen.wanted));
      listen.acknowledged = true;
      listen.owed.forEach(notice -> notify(call, listen, notice));
    }
  }

  /** False if it was done before. */
  private boolean forget(Call call) {
    Optional<Listen> listen = take(call);
    listen.ifPresent(ended -> ended.wanted.resourceSubscriptions().forEach(resources::remove));
    return listen.isPresent();
  }

  private Optional<Listen> take(Call call) {
    synchronized (open) {
      Optional<Listen> listen = Optional.ofNullable(of(call.client()).remove(call));
      if (listen.isPresent()) {
        budget.giveBack(call.principal().name(), bytes(listen.get().wanted));
        countByPrincipal.computeIfPresent(
            call.principal(), (same, now) -> now == 1 ? null : now - 1);
        calls.computeIfPresent(call.client(), (same, now) -> now.isEmpty() ? null : now);
      }
      return listen;
    }
  }

  private Map<Call, Listen> of(Client client) {
    assert Thread.holdsLock(open);
    return calls.getOrDefault(client, new LinkedHashMap<>());
  }

  void listChanged(Client client, Capability list) {
    synchronized (open) {
      of(client)
          .forEach(
              (call, listen) -> {
                if (wants(listen.wanted, list)) {
                  notify(call, listen, Notice.listChanged(list));
                }
              });
    }
  }

  private static void notify(Call call, Listen listen, ObjectNode notice) {
    if (listen.acknowledged) {
      call.send(Notice.tagged(notice, call.id()));
    } else {
      listen.owed.add(notice);
    }
  }

  private static boolean wants(ListenParams wanted, Capability list) {
    return switch (list) {
      case TOOLS -> wanted.tools();
      case PROMPTS -> wanted.prompts();
      case RESOURCES -> wanted.resources();
      case COMPLETIONS, LOGGING -> false;
    };
  }

  void resourceChanged(Client client, String uri) {
    synchronized (open) {
      of(client)
          .forEach(
              (call, listen) -> {
                if (listen.wanted.resourceSubscriptions().contains(uri)) {
                  notify(call, listen, Notice.resourceUpdated(uri));
                }
              });
    }
  }

  /** The client's session ends. Each of its calls is answered, which means that nothing follows. */
  public void end(Client client) {
    List<Call> all;
    synchronized (open) {
      client.inputEnded();
      all = List.copyOf(of(client).keySet());
    }
    all.forEach(this::close);
  }

  /**
   * The answer marks a graceful end; the notification says that nothing follows. Sent once, and not
   * to a client that has cancelled the call.
   */
  private void close(Call call) {
    synchronized (open) {
      acknowledge(call);
    }
    if (forget(call)) {
      call.answer(ListenParams.result(call.id()));
      call.client().out().send(JsonRpc.line(Notice.cancelled(call.id())));
    }
  }
}
