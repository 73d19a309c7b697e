package dev.bullpen.pool;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.JobFrame;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.roster.Decision;
import dev.bullpen.pool.roster.Roster;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameException;
import java.util.Optional;

/**
 * Carries out what the roster has decided, outside its lock: jobs are handed to their helpers, or
 * refused, and who is relieved goes.
 */
final class Handover {
  private final Roster roster;
  private final PoolThreads threads;
  private final KillLadder ladder;
  private final ProcessTree processes;
  private final Runnable grow;

  /**
   * @param grow starts helpers; on a hand
   */
  Handover(
      Roster roster, PoolThreads threads, ProcessTree processes, KillLadder ladder, Runnable grow) {
    this.roster = roster;
    this.threads = threads;
    this.processes = processes;
    this.ladder = ladder;
    this.grow = grow;
  }

  void carryOut(Decision decision) {
    if (decision.hand().isPresent()) {
      begin(decision.hand().get());
    }
    decision.refused().forEach(Decision.Refusal::tell);
    if (decision.growAfter().isPresent()) {
      threads.after(decision.growAfter().get(), () -> threads.hand(grow));
    }
    if (decision.relieved().isPresent()) {
      ladder.letGo(decision.relieved().get(), FailureReason.RECYCLED);
    }
  }

  /** As many jobs that wait as there are idle helpers for. */
  void handOutAll() {
    Decision decision = roster.next();
    while (decision.hand().isPresent()) {
      carryOut(decision);
      decision = roster.next();
    }
    carryOut(decision);
  }

  private void begin(Decision.Hand hand) {
    Job job = hand.job();
    Optional<Frame.Job> frame;
    try {
      frame = JobFrame.of(job, hand.helper(), processes.marker());
    } catch (RuntimeException e) { // such as a variable that no program can be given
      fail(hand.helper(), job, e);
      return;
    }
    if (frame.isEmpty()) {
      job.fail(FailureReason.NO_DESK, processes.whyNoDesk());
      renewOrKeep(hand.helper());
      return;
    }
    send(hand.helper(), job, frame.get());
    job.clock().start(job.request().limits().timeout(), () -> ladder.expire(job));
    if (!job.isOpen()) {
      // Cancelled while it was handed over: the kill may have overtaken it.
      ladder.tell(hand.helper(), job);
    }
  }

  private void send(Helper helper, Job job, Frame.Job frame) {
    try {
      helper.send(frame);
    } catch (FrameException e) {
      fail(helper, job, e);
    }
  }

  /** A job that its helper cannot be told of: the helper goes on. */
  private void fail(Helper helper, Job job, Exception why) {
    job.fail(FailureReason.NOT_STARTED, why.getMessage());
    threads.hand(() -> carryOut(roster.ready(helper))); // not from within: many may wait
  }

  /**
   * A helper without an exchange folder could not do its job. As soon as another would have one,
   * that takes its place; else it stays.
   */
  void renewOrKeep(Helper helper) {
    threads.hand( // not from within: many may wait
        () -> {
          if (processes.tryDesk()) {
            roster.retire(helper);
            ladder.letGo(helper, FailureReason.SHUTDOWN);
            grow.run();
          } else {
            carryOut(roster.ready(helper));
          }
        });
  }

  /**
   * The same for those that have nothing to do: they were started when the disk was full, or a
   * program has cleared their folders away. Others are to be started then.
   */
  void renewIdle() {
    for (Helper helper : roster.allIdle()) {
      if (!helper.hasDesk() && processes.tryDesk() && roster.retireIfIdle(helper)) {
        ladder.letGo(helper, FailureReason.SHUTDOWN);
      }
    }
  }
}
