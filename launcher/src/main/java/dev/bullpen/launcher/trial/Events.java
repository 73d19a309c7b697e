package dev.bullpen.launcher.trial;

import dev.bullpen.launcher.ask.Progress;
import dev.bullpen.launcher.client.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A queue of what happens while a request runs, in order; for any thread. */
final class Events implements Server.Listener {
  sealed interface Event permits Notified, Said, Asked, Done, Interrupted {}

  record Notified(String method, JsonNode params) implements Event {}

  /** A line of the server's error output. */
  record Said(String line) implements Event {}

  record Asked(JsonNode id, JsonNode params) implements Event {}

  record Done(Server.Call call) implements Event {}

  /** The user has pressed Ctrl-C. */
  record Interrupted() implements Event {}

  private static final String ELICITATION = "elicitation/create";

  /** The end of three methods (specification, "List Changed Notification"). */
  private static final String CHANGED = "/list_changed";

  private final boolean canAsk;
  private final BlockingQueue<Event> queue = new LinkedBlockingQueue<>();

  /** Empty until {@link #showOn}. */
  private volatile Optional<Screen> screen = Optional.empty();

  private volatile Optional<Lists> lists = Optional.empty();

  /** Whether the main thread takes events. Otherwise a person types, and is not waited for. */
  private volatile boolean isTaken = true;

  /** The id of the server's request that the user is answering. */
  private volatile Optional<JsonNode> question = Optional.empty();

  /**
   * @param canAsk whether a user can answer questions
   */
  Events(boolean canAsk) {
    this.canAsk = canAsk;
  }

  /**
   * Shows the messages that have come, and later ones also while a person types.
   *
   * @param changing lists that are forgotten when the server says that they have changed
   */
  void showOn(Screen shown, Lists changing) {
    saidSoFar().forEach(shown::said);
    screen = Optional.of(shown);
    lists = Optional.of(changing);
    isTaken = false;
  }

  /** Takes all events, and returns the lines to show of them. */
  List<String> saidSoFar() {
    List<Event> all = new ArrayList<>();
    queue.drainTo(all);
    return all.stream()
        .flatMap(
            event ->
                event instanceof Said said
                    ? Stream.of(said.line())
                    : event instanceof Notified notified
                        ? Progress.message(notified.method(), notified.params()).stream()
                        : Stream.empty())
        .toList();
  }

  /** From now on the main thread takes events. Drops those of an earlier request. */
  void begin() {
    queue.removeIf(event -> event instanceof Interrupted || event instanceof Asked);
    isTaken = true;
  }

  /** From now on the user types. */
  void end() {
    isTaken = false;
  }

  Event take() throws InterruptedException {
    return queue.take();
  }

  /** The next event; empty if there is none in that time. */
  Optional<Event> poll(long millis) throws InterruptedException {
    return Optional.ofNullable(queue.poll(millis, TimeUnit.MILLISECONDS));
  }

  @Override
  public void notified(String method, JsonNode params) {
    if (method.equals("notifications/cancelled")) {
      cancelled(params.path("requestId"));
    } else if (method.endsWith(CHANGED)) {
      lists.ifPresent(Lists::forget);
    } else if (isTaken) {
      queue.add(new Notified(method, params));
    } else {
      Progress.message(method, params).ifPresent(this::show);
    }
  }

  /** The server has cancelled its question. */
  private void cancelled(JsonNode id) {
    queue.removeIf(event -> event instanceof Asked asked && asked.id().equals(id));
    if (question.filter(id::equals).isPresent()) {
      screen.ifPresent(Screen::withdraw);
    }
  }

  private void show(String line) {
    screen.ifPresent(shown -> shown.said(line));
  }

  void said(String line) {
    if (isTaken) {
      queue.add(new Said(line));
    } else {
      show(line);
    }
  }

  void interrupted() {
    queue.add(new Interrupted());
  }

  @Override
  public boolean asked(JsonNode id, String method, JsonNode params) {
    if (!method.equals(ELICITATION) || !isTaken || !canAsk) {
      return false;
    }
    queue.add(new Asked(id, params));
    return true;
  }

  @Override
  public void sessionRenewed() {
    lists.ifPresent(Lists::forget);
    said("the server has ended the session; a new one has begun");
  }

  /** Sets the question that the server may cancel. */
  void asking(Optional<JsonNode> id) {
    question = id;
  }

  @Override
  public void done(Server.Call call) {
    queue.add(new Done(call));
    if (question.isPresent()) {
      screen.ifPresent(Screen::withdraw); // the server answered without waiting for it
    }
  }
}
