package dev.bullpen.launcher.trial;

import dev.bullpen.launcher.client.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What happens while a request runs, in its order; for any thread. */
final class Events implements Server.Listener {
  sealed interface Event permits Notified, Said, Asked, Done, Interrupted {}

  record Notified(String method, JsonNode params) implements Event {}

  /** A line of the server's error output. */
  record Said(String line) implements Event {}

  record Asked(JsonNode id, JsonNode params) implements Event {}

  record Done(Server.Call call) implements Event {}

  /** Somebody has pressed Ctrl-C. */
  record Interrupted() implements Event {}

  private static final String ELICITATION = "elicitation/create";

  private final boolean canAsk;
  private final BlockingQueue<Event> queue = new LinkedBlockingQueue<>();

  /** Empty until there is one. */
  private volatile Optional<Screen> screen = Optional.empty();

  /** Whether the main thread takes events. Otherwise a person types, and is not waited for. */
  private volatile boolean isTaken = true;

  /** The request of the server's that is before a person. */
  private volatile Optional<JsonNode> question = Optional.empty();

  /**
   * @param canAsk whether there is a person to ask
   */
  Events(boolean canAsk) {
    this.canAsk = canAsk;
  }

  /** Shows what has been said, and from now on what is said while a person types. */
  void showOn(Screen shown) {
    saidSoFar().forEach(shown::said);
    screen = Optional.of(shown);
    isTaken = false;
  }

  /** What is to be said of all that has happened; it is taken with the rest. */
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

  /** From now on the main thread takes events. What was meant for an earlier request is dropped. */
  void begin() {
    queue.removeIf(event -> event instanceof Interrupted || event instanceof Asked);
    isTaken = true;
  }

  /** From now on a person types. */
  void end() {
    isTaken = false;
  }

  Event take() throws InterruptedException {
    return queue.take();
  }

  /** Empty if nothing happens in that time. */
  Optional<Event> poll(long millis) throws InterruptedException {
    return Optional.ofNullable(queue.poll(millis, TimeUnit.MILLISECONDS));
  }

  @Override
  public void notified(String method, JsonNode params) {
    if (method.equals("notifications/cancelled")) {
      takeBack(params.path("requestId"));
    } else if (isTaken) {
      queue.add(new Notified(method, params));
    } else {
      Progress.message(method, params).ifPresent(this::show);
    }
  }

  /** The server does not wait for the answer to that question any more. */
  private void takeBack(JsonNode id) {
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

  /** From now on the server may take that question back. */
  void asking(Optional<JsonNode> id) {
    question = id;
  }

  @Override
  public void done(Server.Call call) {
    queue.add(new Done(call));
    if (question.isPresent()) {
      screen.ifPresent(Screen::withdraw); // by an answer that did not wait for it
    }
  }
}
