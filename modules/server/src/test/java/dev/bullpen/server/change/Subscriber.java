package dev.bullpen.server.change;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.client.SharedBudget;
import java.time.Duration;

/** A client of the legacy session that subscribes to resources of a project. */
final class Subscriber {
  private final WatchedProject project;
  private final LegacySubscriptions subscriptions;
  private int calls;

  Subscriber(WatchedProject project) {
    this(project, SharedBudget.ofHeap(1), Principal.LOCAL);
  }

  /**
   * @param budget for the subscriptions of all clients
   */
  Subscriber(WatchedProject project, SharedBudget budget, Principal principal) {
    this.project = project;
    this.subscriptions =
        new LegacySubscriptions(project.catalogs, project.fetch, project.watch, budget, principal);
  }

  /** Its session ends. */
  void close() {
    subscriptions.close();
  }

  boolean has(String uri) {
    return subscriptions.has(uri);
  }

  /**
   * @param member how the resource is named: uri or name
   */
  Call subscribe(String member, String value) {
    return call(member, value, subscriptions::subscribe);
  }

  Call unsubscribe(String member, String value) {
    return call(member, value, subscriptions::unsubscribe);
  }

  private Call call(String member, String value, Handler handler) {
    Call call =
        new Call(
            Calls.id(++calls),
            Methods.SUBSCRIBE,
            Json.object().put(member, value),
            Calls.legacy(Revision.V2025_06_18, ClientCapabilities.NONE),
            new LineReply(project.wire.writer()),
            project.table);
    project.table.add(call);
    call.serve(() -> handler.handle(call));
    return call;
  }

  void awaitAnswers() {
    assertTrue(project.table.awaitNone(Duration.ofSeconds(30)), "a call has no answer");
  }
}
