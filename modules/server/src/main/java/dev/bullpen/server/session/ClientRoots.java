package dev.bullpen.server.session;

import dev.bullpen.project.script.Roots;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.question.ClientAnswer;
import dev.bullpen.protocol.question.ServerRequest;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Caller;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ArrayNode;

/**
 * The folders a legacy client lets tools work in: asked of it when it is ready and whenever it says
 * that they have changed. Until it has answered, and for whoever cannot be asked, the project's own
 * count.
 */
public final class ClientRoots {
  private static final Logger LOG = System.getLogger("bullpen.roots");

  /** A client that can list its roots need not ask anybody. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Session session;
  private final ClientRequests requests;
  private final Supplier<Roots> own;
  private Optional<Roots> known = Optional.empty();
  private boolean asking;
  private boolean askAgain;
  private final List<Runnable> waiting = new ArrayList<>();

  /**
   * @param own the project's
   */
  public ClientRoots(Session session, ClientRequests requests, Supplier<Roots> own) {
    this.session = session;
    this.requests = requests;
    this.own = own;
  }

  /** The roots a call may work in. */
  public synchronized Roots of(Call call) {
    return call.isModern() ? own.get() : known.orElseGet(own);
  }

  /** Run something when no answer is awaited: now, or when it has come or is overdue. */
  public void whenKnown(Runnable task) {
    synchronized (this) {
      if (asking) {
        waiting.add(task);
        return;
      }
    }
    task.run();
  }

  /** The client is ready, or its roots have changed. */
  public void refresh() {
    Caller client = session.caller();
    synchronized (this) {
      askAgain = asking;
      if (asking || !client.capabilities().roots()) {
        return;
      }
      asking = true;
    }
    try {
      requests.ask(new ServerRequest.Roots(), client.revision(), PATIENCE, this::heard);
    } catch (JsonRpcException e) {
      throw new IllegalStateException("every legacy revision has roots/list", e);
    }
  }

  private void heard(ClientAnswer answer) {
    List<Runnable> now;
    boolean again;
    synchronized (this) {
      answer
          .result()
          .map(result -> result.path("roots"))
          .filter(ArrayNode.class::isInstance)
          .ifPresentOrElse(
              roots -> known = Optional.of(Roots.ofClient((ArrayNode) roots)),
              () -> LOG.log(Level.WARNING, "the client did not list its roots: " + answer.why()));
      asking = false;
      again = askAgain;
      now = List.copyOf(waiting);
      waiting.clear();
    }
    now.forEach(Runnable::run);
    if (again) {
      refresh();
    }
  }
}
