package dev.bullpen.server.client;

import dev.bullpen.pool.job.Backpressure;
import dev.bullpen.pool.job.JobOwner;
import dev.bullpen.project.script.Roots;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.server.thread.Timers;
import java.util.Optional;
import java.util.function.Supplier;

/** The client of one session. */
public final class Client implements Backpressure, AutoCloseable {
  private final Principal principal;
  private final Rights rights;
  private final OutgoingMessages out;
  private final Agreement agreement;
  private final ClientRequests requests;
  private final ClientRoots roots;
  private final LargeAnswers largeAnswers;
  private volatile boolean inputEnded;

  /**
   * @param out takes the messages for it
   * @param agreement with it, not made yet
   * @param largeAnswers of all clients
   * @param projectRoots where tools may work if the client names no roots
   */
  public Client(
      Principal principal,
      Rights rights,
      OutgoingMessages out,
      Agreement agreement,
      Timers timers,
      LargeAnswers largeAnswers,
      Supplier<Roots> projectRoots) {
    this.principal = principal;
    this.rights = rights;
    this.out = out;
    this.agreement = agreement;
    this.largeAnswers = largeAnswers;
    this.requests = new ClientRequests(out, timers);
    this.roots = new ClientRoots(agreement, requests, projectRoots, principal.isLocal());
  }

  public Principal principal() {
    return principal;
  }

  public Rights rights() {
    return rights;
  }

  public OutgoingMessages out() {
    return out;
  }

  public Agreement agreement() {
    return agreement;
  }

  /** Requests of this server to it, which only a legacy client answers. */
  public ClientRequests requests() {
    return requests;
  }

  public ClientRoots roots() {
    return roots;
  }

  /** What applies to a legacy request of this client now. */
  public Caller caller() {
    return new Caller(
        this,
        agreement.revision().orElse(Revision.latestLegacy()),
        agreement.capabilities(),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * The client reports that it is ready.
   *
   * @return false if that has no effect: before an agreement, or repeated
   */
  public boolean ready() {
    boolean isFirst = agreement.ready();
    if (isFirst) {
      requests.clientReady();
      roots.refresh();
    }
    return isFirst;
  }

  /** The owner of the jobs of one of its calls. None begins while the client does not read. */
  public JobOwner jobs(long call) {
    return new JobOwner(principal.name(), this, call);
  }

  /** Whether the client does not read, so that no new work is begun for it. */
  @Override
  public boolean isFull() {
    return out.isFull();
  }

  @Override
  public void whenRoom(Runnable large) {
    largeAnswers.make(this, large);
  }

  /** Nothing more comes from it. */
  public void inputEnded() {
    inputEnded = true;
  }

  public boolean hasInputEnded() {
    return inputEnded;
  }

  @Override
  public void close() {
    requests.clientSilent();
    roots.close();
  }
}
