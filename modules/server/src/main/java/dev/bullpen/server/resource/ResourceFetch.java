package dev.bullpen.server.resource;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.project.ResourceReads;
import dev.bullpen.project.resource.ProviderExit;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceLimit;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.remote.FetchCancel;
import dev.bullpen.remote.FetchException;
import dev.bullpen.remote.HttpsFetch;
import dev.bullpen.server.call.AnswerRoom;
import dev.bullpen.server.call.JobIntake;
import dev.bullpen.server.call.JobReason;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.program.ProgramFailure;
import dev.bullpen.server.program.ProgramSource;
import dev.bullpen.server.program.ProgramStart;
import dev.bullpen.server.program.Programs;
import dev.bullpen.server.thread.NoThreadException;
import dev.bullpen.server.thread.SlowThreads;
import dev.bullpen.server.tool.ToolSettings;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gets what a planned read is to show: from a file, from a provider's script, which runs as a job
 * like any other, or from another host. Files and hosts have threads of their own, so that a slow
 * disk or a slow host keeps nobody from being answered.
 */
public final class ResourceFetch implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.resources");

  /** These mostly wait. */
  private static final int HOST_THREADS = 64;

  /** As many as a browser has connections to a host, and some more. */
  static final int THREADS_OF_ONE_HOST = 8;

  /**
   * Nobody waits for these; two, so that one resource that hangs does not hide its host's others.
   */
  private static final int POLLS = 8;

  private static final int POLLS_OF_ONE_HOST = 2;

  /**
   * Contents of other hosts at a time that are more than a page is: each may be as long as the
   * operator lets it be, and stays until its answer is made. Twice what one host can have.
   */
  private static final int LONG_AT_A_TIME = 2 * THREADS_OF_ONE_HOST;

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

  /** {@link HttpsFetch#fetch}. */
  interface Hosts {
    void fetch(URI uri, Duration waited, FetchCancel cancel, OutputStream into)
        throws FetchException;
  }

  private final Catalogs catalogs;
  private final JobIntake intake;
  private final ProgramSource programs;
  private final Hosts https;
  private final ToolSettings settings;
  private final Executor files;
  private final AnswerRoom room;
  private final Semaphore longContents = new Semaphore(LONG_AT_A_TIME, true);
  private final HostThreads hosts =
      new HostThreads(
          "resource hosts", HOST_THREADS, THREADS_OF_ONE_HOST, SlowThreads.MOST_WAITING);

  /** There are no more of these than there are subscriptions. */
  private final HostThreads polls =
      new HostThreads("resource polls", POLLS, POLLS_OF_ONE_HOST, Integer.MAX_VALUE);

  private final Semaphore longPolls = new Semaphore(POLLS);

  /**
   * @param files reads what lies in files
   * @param settings time and grace of a tool are those of a provider, too; of git, more if need be
   */
  public ResourceFetch(
      Catalogs catalogs,
      HelperPool pool,
      Programs programs,
      Executor files,
      HttpsFetch https,
      ToolSettings settings,
      AnswerRoom room) {
    this(
        catalogs,
        JobIntake.of(pool),
        programs,
        files,
        (uri, waited, cancel, into) -> https.fetch(uri, waited, cancel, into),
        settings,
        room);
  }

  ResourceFetch(
      Catalogs catalogs,
      JobIntake intake,
      ProgramSource programs,
      Executor files,
      Hosts https,
      ToolSettings settings,
      AnswerRoom room) {
    this.catalogs = catalogs;
    this.files = files;
    this.intake = intake;
    this.programs = programs;
    this.https = https;
    this.settings = settings;
    this.room = room;
  }

  /**
   * Begin.
   *
   * @param lane where a script waits for a helper, and whether anybody waits for a host: the time
   *     of a read that is interactive begins now, of another with its turn
   * @param then is told what came of it, once, on any thread; not after what is returned has run
   *     for a script
   * @return ends it
   */
  public Runnable begin(ResourceRead read, Lane lane, Consumer<Fetched> then) {
    if (read instanceof ResourceRead.Script script) {
      return ProgramStart.of(
          intake::begin,
          programs,
          lane,
          script.command(),
          program -> request(script, lane, program),
          outcome -> then.accept(fetched(script, outcome)),
          failure ->
              then.accept(
                  new Fetched.Failure(
                      notStarted(script, failure), JobReason.of(failure.reason()))));
    } else if (read instanceof ResourceRead.Https elsewhere) {
      FetchCancel cancel = new FetchCancel();
      boolean isPoll = lane == Lane.LONG;
      long asked = System.nanoTime();
      run(
          reading -> (isPoll ? polls : hosts).add(HostThreads.host(elsewhere.uri()), reading),
          () ->
              fetch(
                  elsewhere,
                  isPoll ? System.nanoTime() : asked,
                  cancel,
                  new HostContent(isPoll ? longPolls : longContents),
                  then),
          then);
      return cancel::cancel;
    }
    ResourceRead.Local local = (ResourceRead.Local) read;
    run(files, () -> read(local, then), then);
    return () -> {}; // bounded, and nothing of it stays
  }

  private void run(Executor threads, Runnable reading, Consumer<Fetched> then) {
    try {
      threads.execute(reading);
    } catch (RejectedExecutionException e) {
      then.accept(
          new Fetched.Failure(
              new ResourceException(
                  ResourceException.Kind.FAILED,
                  "Too many reads wait already; read again in a moment",
                  "so many wait at most: " + SlowThreads.MOST_WAITING)));
    } catch (NoThreadException e) {
      then.accept(
          new Fetched.Failure(
              new ResourceException(
                  ResourceException.Kind.FAILED, e.getMessage(), e.getCause().toString())));
    }
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
    } catch (RuntimeException e) {
      then.accept(defect(e));
      return;
    }
    tell(bytes.length, () -> local.target().contents(bytes), then);
  }

  /** Also while the client does not read: the host would not wait, and the heap has none of it. */
  private void fetch(
      ResourceRead.Https elsewhere,
      long asked,
      FetchCancel cancel,
      HostContent content,
      Consumer<Fetched> then) {
    try (content) {
      Optional<Fetched> failure =
          failure(elsewhere, asked, cancel, content).or(() -> tooLong(elsewhere, content.length()));
      if (failure.isPresent()) {
        then.accept(failure.get());
      } else {
        tell(content.length(), () -> elsewhere.target().contents(content.bytes()), then);
      }
    }
  }

  private Optional<Fetched> failure(
      ResourceRead.Https elsewhere, long asked, FetchCancel cancel, HostContent content) {
    try {
      Duration waited = Duration.ofNanos(System.nanoTime() - asked);
      https.fetch(elsewhere.uri(), waited, cancel, content);
      return Optional.empty();
    } catch (FetchException e) {
      return Optional.of(new Fetched.Failure(failure(e)));
    } catch (RuntimeException e) {
      return Optional.of(defect(e));
    }
  }

  /** What may be fetched may still be more than a resource may have. */
  private Optional<Fetched> tooLong(ResourceRead.Https elsewhere, int length) {
    int most = catalogs.project().resourceReads().maxBytes();
    return length <= most
        ? Optional.empty()
        : Optional.of(
            new Fetched.Failure(
                ResourceException.tooLong(most, elsewhere.target().uri(), ResourceLimit.VARIABLE)));
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
    try {
      return new Fetched.Contents(reading.read());
    } catch (ResourceException e) {
      return new Fetched.Failure(e);
    } catch (RuntimeException e) {
      return defect(e);
    }
  }

  /** Whatever goes wrong, whoever waits is told. */
  private static Fetched defect(RuntimeException e) {
    LOG.log(Level.ERROR, "a defect in reading a resource", e);
    return new Fetched.Failure(
        new ResourceException(
            ResourceException.Kind.FAILED,
            "Internal error; the server's log says more",
            e.toString()));
  }

  private static ResourceException failure(FetchException e) {
    return new ResourceException(
        e.kind() == FetchException.Kind.POLICY
            ? ResourceException.Kind.INVALID
            : ResourceException.Kind.FAILED,
        e.getMessage(),
        e.detail());
  }

  private JobRequest request(ResourceRead.Script script, Lane lane, JobRequest.Program program) {
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
            reads.timeout(script, settings.timeout()),
            settings.grace(),
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

  /** There is no program to run; whoever looked for it has told the operator. */
  private static ResourceException notStarted(ResourceRead.Script script, ProgramFailure failure) {
    return new ResourceException(
        ResourceException.Kind.FAILED,
        "Resource provider %s: %s".formatted(script.target().provider(), failure.sentence()),
        failure.sentence());
  }

  @Override
  public void close() {
    hosts.close();
    polls.close();
  }
}
