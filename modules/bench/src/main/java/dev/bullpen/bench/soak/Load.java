package dev.bullpen.bench.soak;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Holds so many requests in flight, of kinds and eras by chance, and cancels some of them at
 * instants by chance. All of it is done by one thread.
 */
final class Load {
  private static final int IN_FLIGHT = 64;

  /** One in so many of those that end by themselves is cancelled, soon. */
  private static final int CANCELLED_ONE_IN = 6;

  private static final Duration SOON = Duration.ofMillis(60);

  /** What stays is cancelled before or after it has begun. */
  private static final Duration LATER = Duration.ofMillis(1500);

  /** A queue of jobs that all time out, and the grace of each, take less. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private static final int SHARES = Stream.of(Kind.values()).mapToInt(kind -> kind.share).sum();

  private final Rig rig;
  private final Chance chance;
  private final String resource;
  private final Ledger ledger = new Ledger();
  private final PriorityQueue<Ask> toCancel =
      new PriorityQueue<>(Comparator.comparingLong(Ask::cancelNanos));
  private long last;

  /**
   * @param resource the URI of what can be read
   */
  Load(Rig rig, Chance chance, String resource) {
    this.rig = rig;
    this.chance = chance;
    this.resource = resource;
  }

  /** Keep it up until the deadline. */
  void hold(Deadline until) {
    while (!until.passed()) {
      while (ledger.openCount() < IN_FLIGHT) {
        send();
      }
      step(until);
    }
  }

  /** Send no more, and wait for what is still to come. */
  void settle() {
    Deadline deadline = Deadline.in(PATIENCE);
    while (!ledger.isSettled() && !deadline.passed()) {
      step(deadline);
    }
    ledger.assertAnswered();
  }

  Ledger ledger() {
    return ledger;
  }

  /** Take what has come, or cancel what is due, whichever is sooner. */
  private void step(Deadline deadline) {
    Ask due = toCancel.peek();
    long until = due == null ? deadline.nanos() : Math.min(due.cancelNanos(), deadline.nanos());
    for (Line line : rig.process().transcript().take(new Deadline(until))) {
      if (line.from() == Line.Side.SERVER) {
        ledger.take(line);
      }
    }
    while (due != null && due.cancelNanos() <= System.nanoTime()) {
      toCancel.remove();
      if (ledger.isOpen(due)) {
        cancel(due);
      }
      due = toCancel.peek();
    }
  }

  private void send() {
    Kind kind = kind();
    String id = nextId();
    boolean modern = chance.below(2) == 0;
    ObjectNode params = kind.params(rig.freshToken(), resource);
    if (modern) {
      params.set("_meta", Revision.V2026_07_28.envelope());
    }
    long now = System.nanoTime();
    Ask ask = new Ask(id, kind, now, cancelAt(kind, now));
    if (ask.cancelNanos() != Ask.NEVER) {
      toCancel.add(ask);
    }
    ledger.sent(ask);
    rig.process().send(request(id, kind.method(modern), params));
  }

  private Kind kind() {
    int at = chance.below(SHARES);
    for (Kind kind : Kind.values()) {
      at -= kind.share;
      if (at < 0) {
        return kind;
      }
    }
    throw new IllegalStateException("the shares do not add up to " + SHARES);
  }

  private long cancelAt(Kind kind, long now) {
    if (kind.stays()) {
      return now + chance.between(Duration.ZERO, LATER).toNanos();
    }
    return chance.below(CANCELLED_ONE_IN) == 0
        ? now + chance.between(Duration.ZERO, SOON).toNanos()
        : Ask.NEVER;
  }

  private void cancel(Ask ask) {
    String fence = nextId();
    ledger.cancelling(ask, fence);
    ObjectNode params = Messages.json("{'requestId':%s,'reason':'soak'}", ask.id());
    rig.process().send(Messages.notification("notifications/cancelled", params));
    rig.process().send(request(fence, "ping", Json.object()));
  }

  /** A text, since numbers are the ids of the rig's own requests. */
  private String nextId() {
    return "\"soak-%d\"".formatted(++last);
  }

  private static ObjectNode request(String id, String method, ObjectNode params) {
    ObjectNode message = Messages.request(0, method, params);
    message.set("id", Messages.value(id));
    return message;
  }
}
