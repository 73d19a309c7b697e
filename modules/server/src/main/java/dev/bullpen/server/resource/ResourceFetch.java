package dev.bullpen.server.resource;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.project.ResourceReads;
import dev.bullpen.project.resource.ProviderExit;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.server.call.AnswerRoom;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.CallThreads.CallThread;
import dev.bullpen.server.call.JobIntake;
import dev.bullpen.server.call.JobReason;
import dev.bullpen.server.call.NoProgramException;
import dev.bullpen.server.call.ScriptRunner;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.program.ProgramFailure;
import dev.bullpen.server.thread.DaemonThreads;
import dev.bullpen.server.tool.ProjectScripts;
import dev.bullpen.server.tool.ToolSettings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gets what a planned read is to show: from a file, or from a provider's script, which runs as a
 * job like any other. Files are read on threads of their own, and scripts that read from hosts take
 * turns, so that a slow disk or a slow host delays no other request.
 */
public final class ResourceFetch implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.resources");

  /** At a time: the client does not wait for these, and there are no more than subscriptions. */
  private static final int POLLS = 1;

  /** What came of it. */
  public sealed interface Fetched {
    /** What a result's {@code contents} are. */
    record Contents(ArrayNode contents) implements Fetched {}

    /**
     * Why there are none.
     *
     * @param data what a program may read of it, {@code MissingNode} if nothing
     */
    record Failure(ResourceException why, JsonNode data) implements Fetched {
      Failure(ResourceException why) {
        this(why, MissingNode.getInstance());
      }
    }
  }

  /** A read that may throw what it has to say. */
  private interface Reading<T> {
    T read() throws ResourceException;
  }

  private final Catalogs catalogs;
  private final ToolSettings settings;
  private final JobIntake intake;
  private final ScriptRunner runner;
  private final Executor files;
  private final AnswerRoom room;
  private final HostTurns hosts;
  private final HostTurns polls = new HostTurns(POLLS, POLLS, Integer.MAX_VALUE);

  /** Of their own, so that no client waits for what none waits for. */
  private final CallThreads pollThreads;

  /**
   * @param scripts time and grace of a tool are those of a provider, too; of git, more if need be
   * @param pollThreads on which reads in the long lane wait for their scripts
   * @param files reads what lies in files
   * @param helpers how many there are at most; half of them may read from hosts, half of these from
   *     one
   */
  public ResourceFetch(
      ProjectScripts scripts,
      ScriptRunner runner,
      CallThreads pollThreads,
      Executor files,
      AnswerRoom room,
      int helpers) {
    this(scripts, runner, JobIntake.of(runner.pool()), pollThreads, files, room, helpers);
  }

  /** The same with another pool, for tests. */
  public ResourceFetch(
      ProjectScripts scripts,
      ScriptRunner runner,
      JobIntake intake,
      CallThreads pollThreads,
      Executor files,
      AnswerRoom room,
      int helpers) {
    this.catalogs = scripts.catalogs();
    this.settings = scripts.settings();
    this.intake = intake;
    this.runner = runner;
    this.pollThreads = pollThreads;
    this.files = files;
    this.room = room;
    this.hosts =
        new HostTurns(
            Math.max(1, helpers / 2), Math.max(1, helpers / 4), DaemonThreads.MOST_WAITING);
  }

  /**
   * Begin.
   *
   * @param lane where a script waits for a helper. From a host, the time of an interactive read
   *     begins now, that of another with its turn
   * @param then is told what came of it, once, on any thread; not after what is returned has run
   *     for a script
   * @return ends it
   */
  public Runnable begin(ResourceRead read, Lane lane, Consumer<Fetched> then) {
    if (read instanceof ResourceRead.Script script) {
      return script.host().isPresent()
          ? inTurn(script, script.host().get(), lane, then)
          : run(script, lane, then);
    }
    ResourceRead.Local local = (ResourceRead.Local) read;
    run(files, () -> read(local, then), then);
    return () -> {}; // bounded, and nothing of it stays
  }

  /** On a thread of its own, which is what waits. */
  private Runnable run(ResourceRead.Script script, Lane lane, Consumer<Fetched> then) {
    CallThreads threads = lane == Lane.LONG ? pollThreads : runner.threads();
    CallThread thread = threads.thread(own -> then.accept(fetched(script, lane, own)));
    try {
      if (!thread.start()) {
        then.accept(tooMany(CallThreads.MOST_WAITING));
      }
    } catch (NoThreadException e) {
      then.accept(noThread(e));
    }
    return thread::cancel;
  }

  private Fetched fetched(ResourceRead.Script script, Lane lane, CallThread thread) {
    try {
      Program program = thread.program(runner.programs(), lane, script.command());
      return fetched(script, thread.run(intake, request(script, lane, program)));
    } catch (NoProgramException e) {
      return unstarted(script, e.failure());
    } catch (CancellationException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      return defect(e);
    }
  }

  /** When few enough read from hosts; the time of a poll begins with its turn. */
  private Runnable inTurn(
      ResourceRead.Script script, ResourceRead.Host host, Lane lane, Consumer<Fetched> then) {
    boolean isPoll = lane == Lane.LONG;
    long asked = System.nanoTime();
    CompletableFuture<Runnable> job = new CompletableFuture<>();
    try {
      HostTurns.Turn turn =
          (isPoll ? polls : hosts)
              .add(
                  host.place(),
                  mine -> {
                    Duration waited =
                        isPoll ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - asked);
                    job.complete(begin(script, host.timeout().minus(waited), lane, then, mine));
                  });
      return () -> {
        turn.end();
        job.thenAccept(Runnable::run);
      };
    } catch (RejectedExecutionException e) {
      then.accept(tooMany(DaemonThreads.MOST_WAITING));
      return () -> {};
    }
  }

  private Runnable begin(
      ResourceRead.Script script,
      Duration left,
      Lane lane,
      Consumer<Fetched> then,
      HostTurns.Turn turn) {
    Consumer<Fetched> last =
        fetched -> {
          try {
            then.accept(fetched);
          } finally {
            turn.end();
          }
        };
    if (left.isNegative() || left.isZero()) {
      last.accept(late(script));
      return () -> {};
    }
    try {
      return run(script.within(left), lane, last);
    } catch (RuntimeException | Error e) {
      last.accept(defect(e));
      return () -> {};
    }
  }

  private static Fetched late(ResourceRead.Script script) {
    ResourceRead.Host host = script.host().orElseThrow();
    return new Fetched.Failure(
        new ResourceException(
            ResourceException.Kind.FAILED,
            "No complete answer from %s in %d seconds"
                .formatted(host.place(), host.timeout().toSeconds()),
            "other reads from hosts took all of its time. %s gives more, up to 60 seconds"
                .formatted(ResourceRead.Host.TIMEOUT)),
        JobReason.of(FailureReason.TIMEOUT));
  }

  private static Fetched tooMany(int most) {
    return new Fetched.Failure(
        new ResourceException(
            ResourceException.Kind.FAILED,
            "Too many reads wait already; read again in a moment",
            "so many wait at most: " + most),
        JobReason.of(FailureReason.BUSY));
  }

  private static void run(Executor threads, Runnable reading, Consumer<Fetched> then) {
    try {
      threads.execute(reading);
    } catch (RejectedExecutionException e) {
      then.accept(tooMany(DaemonThreads.MOST_WAITING));
    } catch (NoThreadException e) {
      then.accept(noThread(e));
    }
  }

  private static Fetched noThread(NoThreadException e) {
    return new Fetched.Failure(
        new ResourceException(
            ResourceException.Kind.FAILED, e.getMessage(), e.getCause().toString()),
        JobReason.of(FailureReason.BUSY));
  }

  /** Not while a client that does not read has much to read already. */
  private void read(ResourceRead.Local local, Consumer<Fetched> then) {
    if (!room.await()) {
      return;
    }
    byte[] bytes;
    try {
      bytes = local.bytes();
    } catch (ResourceException e) {
      then.accept(new Fetched.Failure(e));
      return;
    } catch (RuntimeException | Error e) {
      then.accept(defect(e));
      return;
    }
    tell(bytes.length, () -> local.target().contents(bytes), then);
  }

  /**
   * @param length of what the contents are made of
   */
  private void tell(int length, Reading<ArrayNode> contents, Consumer<Fetched> then) {
    Runnable telling = () -> then.accept(outcome(contents));
    if (length > AnswerRoom.LARGE_BYTES || room.isFull()) {
      room.inTurn(telling);
    } else {
      telling.run();
    }
  }

  private static Fetched outcome(Reading<ArrayNode> reading) {
    return orDefect(
        () -> {
          try {
            return new Fetched.Contents(reading.read());
          } catch (ResourceException e) {
            return new Fetched.Failure(e);
          }
        });
  }

  private static Fetched orDefect(Supplier<Fetched> outcome) {
    try {
      return outcome.get();
    } catch (RuntimeException | Error e) {
      return defect(e);
    }
  }

  /** Whatever goes wrong, the read has an end. */
  private static Fetched defect(Throwable e) {
    LOG.log(Level.ERROR, "a defect in reading a resource", e);
    return new Fetched.Failure(
        new ResourceException(
            ResourceException.Kind.FAILED,
            "Internal error; the server's log says more",
            e.toString()));
  }

  private JobRequest request(ResourceRead.Script script, Lane lane, Program program) {
    ResourceReads reads = catalogs.project().resourceReads();
    int most = // a message must fit, however short contents are to be
        Math.max(ProviderExit.MAX_EXAMINED, reads.maxBytes());
    return new JobRequest(
        "resource provider " + script.target().provider(),
        lane,
        new JobRequest.Script(program, catalogs.project().root(), script.environment()),
        new JobRequest.Limits(
            most,
            0,
            JobRequest.Limits.STDERR_TAIL_BYTES,
            reads.timeout(script, settings.times().usual()),
            settings.times().grace(),
            settings.limits().resources(script.limits(), program)),
        Optional.empty());
  }

  private Fetched fetched(ResourceRead.Script script, JobOutcome outcome) {
    if (outcome instanceof JobOutcome.Failed failed) {
      return new Fetched.Failure(failure(script, failed), JobReason.of(failed.reason()));
    }
    JobOutcome.Completed completed = (JobOutcome.Completed) outcome;
    byte[] bytes;
    try {
      bytes =
          catalogs
              .project()
              .resourceReads()
              .ended(script, completed.shellCode(), completed.stdout(), completed.stderr());
    } catch (ResourceException e) {
      return e.kind() == ResourceException.Kind.FAILED
          ? new Fetched.Failure(e, reason(completed))
          : new Fetched.Failure(e); // its script has done what it is for
    }
    return outcome(() -> script.target().contents(bytes));
  }

  /** A script that ends well can only have said too much. */
  private static ObjectNode reason(JobOutcome.Completed completed) {
    return completed.isSuccess()
        ? JobReason.of(FailureReason.OUTPUT_LIMIT)
        : JobReason.of(completed);
  }

  private ResourceException failure(ResourceRead.Script script, JobOutcome.Failed failed) {
    String message =
        switch (failed.reason()) {
          case OUTPUT_LIMIT ->
              "Resource content exceeds %d bytes"
                  .formatted(catalogs.project().resourceReads().maxBytes());
          default ->
              "Resource provider %s: %s".formatted(script.target().provider(), failed.sentence());
        };
    return new ResourceException(ResourceException.Kind.FAILED, message, failed.detail());
  }

  /** There is no program to run; the operator's log says more. */
  private static Fetched unstarted(ResourceRead.Script script, ProgramFailure failure) {
    return new Fetched.Failure(
        new ResourceException(
            ResourceException.Kind.FAILED,
            "Resource provider %s: %s".formatted(script.target().provider(), failure.sentence()),
            failure.sentence()),
        JobReason.of(failure.reason()));
  }

  @Override
  public void close() {
    hosts.close();
    polls.close();
  }
}
