package dev.bullpen.server.client;

import dev.bullpen.json.Json;
import dev.bullpen.posix.thread.NoThreadException;
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
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * The folders in which a legacy client lets tools work. It is asked when it is ready, and whenever
 * it reports a change. Until it has answered, and if it cannot be asked, the project's own roots
 * apply.
 */
public final class ClientRoots implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.roots");

  /** A client that can list its roots needs no person for that. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final CompletableFuture<Void> KNOWN = CompletableFuture.completedFuture(null);

  private final Object askingLock = new Object();

  private final Agreement agreement;
  private final ClientRequests requests;
  private final Supplier<Roots> own;

  /** False for a remote client: nothing that it declares widens its rights. */
  private final boolean mayName;

  /**
   * Checks which folders exist, one client's answer at a time, so that no other thread waits for a
   * disk.
   */
  private final ExecutorService disk;

  private final Sparingly refusals = new Sparingly();
  private final Sparingly passedOver = new Sparingly();

  /** By the client's answer; the project's own if no folder that it named exists. */
  private Optional<Supplier<Roots>> known = Optional.empty();

  /** Whether the client is ready, so that it is asked, or has been. */
  private boolean ready;

  /** To be completed in order when the awaited answer is known; empty if none is awaited. */
  private Optional<List<CompletableFuture<Void>>> asking = Optional.empty();

  /** The same for the next question, if the client has meanwhile reported another change. */
  private Optional<List<CompletableFuture<Void>>> askingNext = Optional.empty();

  /** The question, once it is on its way. */
  private Optional<CompletableFuture<ClientAnswer>> question = Optional.empty();

  /** It could not be asked, or its answer not be checked, so it is asked again at the next call. */
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
   * that is not ready yet will be asked, and a call that comes before waits for that.
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

  /** Whether it has to be asked for the next call. */
  private boolean isOwed() {
    return unheard || (!ready && known.isEmpty());
  }

  /** The client is ready or, later, its roots have changed. */
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
   * Whether the question for when it is ready is over, even if that may not be known yet. Otherwise
   * it has just been asked.
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
    } catch (JsonRpcException | RuntimeException | Error e) {
      settleUnheard(e);
    }
  }

  private void check(ClientAnswer answer) {
    try {
      disk.execute(() -> checkNow(answer));
    } catch (RuntimeException | Error e) { // no thread, or a defect, which the future would hide
      settleUnheard(e);
    }
  }

  private void checkNow(ClientAnswer answer) {
    Optional<Supplier<Roots>> named;
    try {
      named = named(answer);
    } catch (RuntimeException | Error e) {
      settleUnheard(e);
      return;
    }
    settle(named);
  }

  /** No call waits for roots that cannot be asked for or checked. */
  private void settleUnheard(Throwable why) {
    synchronized (askingLock) {
      unheard = true;
    }
    settle(Optional.empty());
    if (why instanceof NoThreadException) {
      refusals.log(LOG, Level.WARNING, "the client's roots are not checked: " + why.getMessage());
    } else {
      refusals.log(LOG, Level.ERROR, "a defect in checking the client's roots", why);
    }
  }

  /** The roots that the client has named; empty if it has not answered. */
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
          "the client listed {0} roots; only the first {1} are used",
          sent.get().size(),
          Roots.MAX_COUNT);
    }
    return sent.map(this::usable);
  }

  /**
   * A client that names no roots has none. A client that names only folders that do not exist does
   * not get every folder because of that.
   */
  private Supplier<Roots> usable(ArrayNode sent) {
    sent.valueStream()
        .limit(Roots.MAX_COUNT)
        .filter(root -> !Roots.isFolder(root))
        .forEach(this::logIgnored);
    Roots roots = Roots.ofClient(sent);
    if (sent.isEmpty() || !roots.all().isEmpty()) {
      return () -> roots;
    }
    refusals.log(
        LOG,
        Level.WARNING,
        "the client listed %d roots, none of which is a readable folder of this host; those of MCPBASH_ROOTS, config/roots.json or the project apply"
            .formatted(sent.size()));
    return own;
  }

  private void logIgnored(JsonNode root) {
    passedOver.log(
        LOG,
        Level.WARNING,
        "a root of the client is ignored, because its uri is neither a file URI of this host nor an absolute path: "
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
