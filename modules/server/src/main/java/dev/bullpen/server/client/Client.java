package dev.bullpen.server.client;

import dev.bullpen.pool.job.Backpressure;
import dev.bullpen.pool.job.JobOwner;
import dev.bullpen.project.script.Roots;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.server.thread.Timers;
import java.util.Optional;
import java.util.function.Supplier;

/** The client of one session. */
public final class Client implements AutoCloseable {
  private final Principal principal;
  private final Rights rights;
  private final OutgoingMessages out;
  private final Agreement agreement;
  private final ClientRequests requests;
  private final ClientRoots roots;
  private final JobOwner jobs;
  private volatile boolean inputEnded;

  /**
   * @param out takes the messages for it
   * @param level the least serious log lines it sees before it chooses
   * @param largeAnswers of all clients
   * @param projectRoots where tools may work if the client names no roots
   */
  public Client(
      Principal principal,
      Rights rights,
      OutgoingMessages out,
      LogLevel level,
      Timers timers,
      LargeAnswers largeAnswers,
      Supplier<Roots> projectRoots) {
    this(principal, rights, out, new Agreement(level), timers, largeAnswers, projectRoots);
  }

  /** A client that may use all that the project allows. */
  public Client(
      Principal principal,
      OutgoingMessages out,
      LogLevel level,
      Timers timers,
      LargeAnswers largeAnswers,
      Supplier<Roots> projectRoots) {
    this(principal, Rights.ALL, out, level, timers, largeAnswers, projectRoots);
  }

  /** The same with another agreement, for tests. */
  Client(
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
    this.jobs = new JobOwner(principal.name(), new Reading(largeAnswers));
    this.agreement = agreement;
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

  /** The owner of jobs that run for this client. None begins while the client does not read. */
  public JobOwner jobs() {
    return jobs;
  }

  private final class Reading implements Backpressure {
    private final LargeAnswers largeAnswers;

    Reading(LargeAnswers largeAnswers) {
      this.largeAnswers = largeAnswers;
    }

    @Override
    public boolean isFull() {
      return out.isFull();
    }

    @Override
    public void whenRoom(Runnable large) {
      largeAnswers.make(Client.this, large);
    }
  }

  /** Whether the client does not read, so that no new work is begun for it. */
  public boolean isFull() {
    return out.isFull();
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
