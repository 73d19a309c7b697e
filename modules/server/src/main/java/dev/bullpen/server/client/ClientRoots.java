package dev.bullpen.server.client;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.script.Roots;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.question.ClientAnswer;
import dev.bullpen.protocol.question.ServerRequest;
import dev.bullpen.server.log.Sparingly;
import dev.bullpen.server.thread.DaemonThreads;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * The folders a legacy client lets tools work in: asked of it when it is ready and whenever it says
 * that they have changed. Until it has answered, and for a client that cannot be asked, the
 * project's own count.
 */
public final class ClientRoots implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.roots");

  /** A client that can list its roots need not ask anybody. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final CompletableFuture<Void> KNOWN = CompletableFuture.completedFuture(null);

  private final Object askingLock = new Object();

  private final Agreement agreement;
  private final ClientRequests requests;
  private final Supplier<Roots> own;

  /** Not of a remote client: nothing that it says widens what it may. */
  private final boolean mayName;

  /**
   * Checks which folders are there, one client's answer at a time: no other thread waits for a
   * disk.
   */
  private final ExecutorService disk;

  private final Sparingly refusals = new Sparingly();
  private final Sparingly passedOver = new Sparingly();

  /** By what the client has answered; the project's own if nothing that it named is there. */
  private Optional<Supplier<Roots>> known = Optional.empty();

  /** The client is, so that it is asked, or has been. */
  private boolean ready;

  /** To be completed in order when the answer that is awaited is known; empty if none is. */
  private Optional<List<CompletableFuture<Void>>> asking = Optional.empty();

  /**
   * The same of what is asked after that, because the client has said meanwhile that its roots are
   * others again.
   */
  private Optional<List<CompletableFuture<Void>>> askingNext = Optional.empty();

  /** What it is asked, once that is on its way. */
  private Optional<CompletableFuture<ClientAnswer>> question = Optional.empty();

  /** It has answered, and that could not be checked: it is asked again at the next call. */
  private boolean unheard;

  /**
   * @param own of the project
   * @param mayName whether the client's roots count
   */
  public ClientRoots(
      Agreement agreement, ClientRequests requests, Supplier<Roots> own, boolean mayName) {
    this(agreement, requests, own, mayName, DaemonThreads.oneAtTimes("client roots"));
  }

  /** The same with another thread, for tests. */
  ClientRoots(
      Agreement agreement,
      ClientRequests requests,
      Supplier<Roots> own,
      boolean mayName,
      ExecutorService disk) {
    this.agreement = agreement;
    this.requests = requests;
    this.own = own;
    this.mayName = mayName;
    this.disk = disk;
  }

  public Roots of(Caller caller) {
    Supplier<Roots> roots;
    synchronized (askingLock) {
      roots = caller.isModern() ? own : known.orElse(own);
    }
    return roots.get();
  }

  /**
   * Done when no answer is awaited for a call: now, or when it has come or is overdue. A client
   * that is not ready is going to be asked; a call that comes before waits for that.
   */
  public CompletableFuture<Void> known(Caller caller) {
    if (caller.isModern()) {
      return KNOWN;
    }
    CompletableFuture<Void> answer = new CompletableFuture<>();
    boolean first;
    synchronized (askingLock) {
      first = asking.isEmpty() && isOwed() && canBeAsked();
      if (first) {
        expectAnswer();
      } else if (asking.isEmpty()) {
        return KNOWN;
      }
      askingNext.or(() -> asking).orElseThrow().add(answer);
    }
    if (first) {
      ask();
    }
    return answer;
  }

  /** Whether it is to be asked for the next call. */
  private boolean isOwed() {
    return unheard || (!ready && known.isEmpty());
  }

  /** The client is ready, or, later, its roots have changed. */
  public void refresh() {
    synchronized (askingLock) {
      if (asking.isPresent() && askingNext.isEmpty() && (ready || isTooLate())) {
        askingNext = Optional.of(new ArrayList<>());
      }
      ready = true;
      if (asking.isPresent() || !canBeAsked()) {
        return;
      }
      expectAnswer();
    }
    ask();
  }

  private void expectAnswer() {
    asking = Optional.of(new ArrayList<>());
    question = Optional.empty();
    unheard = false;
  }

  /**
   * Whether what it was to be asked when it is ready is over by now, though that may not be known
   * yet; else it has just been asked.
   */
  private boolean isTooLate() {
    return question.isPresent() && question.get().isDone();
  }

  private boolean canBeAsked() {
    return mayName && agreement.capabilities().roots();
  }

  private void ask() {
    try {
      CompletableFuture<ClientAnswer> asked =
          requests.ask(
              new ServerRequest.Roots(),
              agreement.revision().orElse(Revision.latestLegacy()),
              PATIENCE);
      synchronized (askingLock) {
        question = Optional.of(asked);
      }
      asked.thenAccept(this::check);
    } catch (JsonRpcException e) {
      throw new IllegalStateException("every legacy revision has roots/list", e);
    }
  }

  private void check(ClientAnswer answer) {
    try {
      disk.execute(() -> settle(named(answer)));
    } catch (RejectedExecutionException closed) {
      // The server is ending, and every call with it.
    } catch (RuntimeException e) { // there is no thread; the future would keep a defect to itself
      refusals.log(LOG, Level.WARNING, "the client's roots are not looked at: " + e.getMessage());
      settle(Optional.empty());
      synchronized (askingLock) {
        unheard = true;
      }
    }
  }

  /** What the client has named; empty if it has not. */
  private Optional<Supplier<Roots>> named(ClientAnswer answer) {
    Optional<ArrayNode> sent =
        answer
            .result()
            .map(result -> result.path("roots"))
            .filter(ArrayNode.class::isInstance)
            .map(ArrayNode.class::cast);
    if (sent.isEmpty()) {
      refusals.log(
          LOG,
          Level.WARNING,
          "the client did not list its roots: " + EscapedBytes.of(answer.why()));
    } else if (sent.get().size() > Roots.MAX_COUNT) {
      LOG.log(
          Level.WARNING,
          "the client listed {0} roots; only the first {1} are looked at",
          sent.get().size(),
          Roots.MAX_COUNT);
    }
    try {
      return sent.map(this::usable);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "a defect in looking at the client's roots", e);
      return Optional.empty();
    }
  }

  /**
   * A client that names none has none. One that names only what is not there does not get every
   * folder for that.
   */
  private Supplier<Roots> usable(ArrayNode sent) {
    sent.valueStream()
        .limit(Roots.MAX_COUNT)
        .filter(root -> !Roots.isFolder(root))
        .forEach(this::passOver);
    Roots roots = Roots.ofClient(sent);
    if (sent.isEmpty() || !roots.all().isEmpty()) {
      return () -> roots;
    }
    refusals.log(
        LOG,
        Level.WARNING,
        "the client listed %d roots, none of which is a folder that is here and readable; those of MCPBASH_ROOTS, config/roots.json or the project count"
            .formatted(sent.size()));
    return own;
  }

  private void passOver(JsonNode root) {
    passedOver.log(
        LOG,
        Level.WARNING,
        "a root of the client is passed over, for its uri is neither a file URI of this host nor an absolute path: "
            + EscapedBytes.of(JsonRpcError.quoted(Json.text(root))));
  }

  private void settle(Optional<Supplier<Roots>> named) {
    List<CompletableFuture<Void>> answered;
    boolean again;
    synchronized (askingLock) {
      known = named.or(() -> known);
      answered = asking.orElseThrow();
      asking = askingNext;
      askingNext = Optional.empty();
      again = asking.isPresent();
      question = Optional.empty();
    }
    if (again) {
      ask();
    }
    answered.forEach(each -> each.complete(null));
  }

  @Override
  public void close() {
    disk.shutdownNow();
  }
}
