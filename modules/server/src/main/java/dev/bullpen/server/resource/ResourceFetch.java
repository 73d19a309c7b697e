package dev.bullpen.server.resource;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.project.ResourceReads;
import dev.bullpen.project.resource.ProviderExit;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.CallThreads.CallThread;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.client.LargeAnswers;
import dev.bullpen.server.program.NoProgramException;
import dev.bullpen.server.thread.Timers.Later;
import dev.bullpen.server.tool.Scripts;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Carries out a planned read: reads a file, or runs a provider's script as a job like any other. It
 * runs on a thread of the call, from top to bottom. Files, and scripts that read from hosts, have
 * {@link ResourceThreads} of their own, so that a slow disk or a slow host delays no other request.
 */
public final class ResourceFetch {
  private static final Logger LOG = System.getLogger("bullpen.resources");

  /**
   * The key of all polls that read from hosts. They run one at a time, as no client waits for them.
   */
  private static final String ANY_HOST = "any host";

  public sealed interface Fetched {
    record Contents(ArrayNode contents) implements Fetched {}

    /**
     * Why there are no contents.
     *
     * @param data for programs, {@code MissingNode} if there is none
     */
    record Failure(ResourceException why, JsonNode data) implements Fetched {
      Failure(ResourceException why) {
        this(why, MissingNode.getInstance());
      }

      private Failure(String message, String detail, JsonNode data) {
        this(new ResourceException(ResourceException.Kind.FAILED, message, detail), data);
      }
    }
  }

  public interface Use {
    void of(Fetched fetched) throws JsonRpcException;
  }

  private final Scripts scripts;
  private final CallThreads shortThreads;
  private final ResourceThreads threads;
  private final LargeAnswers answers;

  /**
   * @param scripts their time and grace for tools apply to providers, too; git has more if it needs
   *     it
   * @param shortThreads for scripts that read from no host
   */
  public ResourceFetch(
      Scripts scripts, CallThreads shortThreads, ResourceThreads threads, LargeAnswers answers) {
    this.scripts = scripts;
    this.shortThreads = shortThreads;
    this.threads = threads;
    this.answers = answers;
  }

  /**
   * Read something for a call, on a thread of the call, now or when there is a place. The time of a
   * read from a host begins now.
   *
   * @throws JsonRpcException if too many reads wait already
   */
  public void serve(Call call, ResourceRead read, Use use) throws JsonRpcException {
    Optional<ResourceRead.Host> host = host(read);
    CallThreads own =
        host.isPresent()
            ? threads.hosts()
            : read instanceof ResourceRead.Local ? threads.files() : shortThreads;
    own.serve(
        call,
        host.map(ResourceRead.Host::place),
        thread -> use.of(read(read, Lane.INTERACTIVE, thread)));
  }

  /**
   * A thread that reads something for which no client waits. The time of a read from a host begins
   * with its turn.
   *
   * @param then gets the result, unless the thread is cancelled
   * @return not started yet
   */
  CallThread poll(ResourceRead read, Consumer<Fetched> then) {
    return threads
        .polls()
        .thread(host(read).map(host -> ANY_HOST), own -> then.accept(read(read, Lane.LONG, own)));
  }

  private static Optional<ResourceRead.Host> host(ResourceRead read) {
    return read instanceof ResourceRead.Script script ? script.host() : Optional.empty();
  }

  /** Whatever goes wrong, the read ends. */
  private Fetched read(ResourceRead read, Lane lane, CallThread thread) {
    try {
      return read instanceof ResourceRead.Script script
          ? run(script, lane, thread)
          : read((ResourceRead.Local) read, thread);
    } catch (ResourceException e) {
      return new Fetched.Failure(e);
    } catch (CancellationException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a defect in reading a resource", e);
      return new Fetched.Failure(
          "Internal error; the server's log says more", e.toString(), MissingNode.getInstance());
    }
  }

  /** Reads the file before the turn of a large answer, as a disk may hang. */
  private Fetched read(ResourceRead.Local local, CallThread thread) throws ResourceException {
    byte[] bytes = local.bytes();
    if (bytes.length > LargeAnswers.LARGE_BYTES) {
      thread.awaitTurn(answers);
    }
    return new Fetched.Contents(local.target().contents(bytes));
  }

  private Fetched run(ResourceRead.Script script, Lane lane, CallThread thread) {
    ResourceRead.Script timed = script;
    if (script.host().isPresent()) {
      ResourceRead.Host host = script.host().get();
      Duration left = lane == Lane.LONG ? host.timeout() : host.timeout().minus(thread.age());
      if (left.isNegative() || left.isZero()) {
        return late(host);
      }
      timed = script.within(left);
    }
    try {
      Program program = thread.program(scripts.programs().find(lane, timed.command()));
      return fetched(timed, thread.run(scripts.intake(), request(timed, lane, program)));
    } catch (NoProgramException e) { // the operator's log says more
      return new Fetched.Failure(
          message(script, e.sentence()), e.sentence(), Trouble.data(e.reason()));
    }
  }

  private static Fetched late(ResourceRead.Host host) {
    return new Fetched.Failure(
        "No complete answer from %s in %d seconds"
            .formatted(host.place(), host.timeout().toSeconds()),
        "other reads from hosts took all of its time. %s gives more, up to 60 seconds"
            .formatted(ResourceRead.Host.TIMEOUT),
        Trouble.data(FailureReason.TIMEOUT.word()));
  }

  private static String message(ResourceRead.Script script, String sentence) {
    return "Resource provider %s: %s".formatted(script.target().provider(), sentence);
  }

  private JobRequest request(ResourceRead.Script script, Lane lane, Program program) {
    ResourceReads reads = scripts.project().resourceReads();
    int most = // a message must fit, however short contents are to be
        Math.max(ProviderExit.MAX_EXAMINED, reads.maxBytes());
    return new JobRequest(
        "resource provider " + script.target().provider(),
        lane,
        new JobRequest.Script(program, scripts.project().root(), script.environment()),
        new JobRequest.Limits(
            most,
            0,
            JobRequest.Limits.STDERR_TAIL_BYTES,
            reads.timeout(script, scripts.settings().times().timeout()),
            scripts.settings().grace(),
            scripts.settings().limits().resources(script.limits(), program)),
        Optional.empty());
  }

  private Fetched fetched(ResourceRead.Script script, JobOutcome outcome) {
    ResourceReads reads = scripts.project().resourceReads();
    if (outcome instanceof JobOutcome.Failed failed) {
      boolean isTooLong = failed.reason() == FailureReason.OUTPUT_LIMIT;
      return new Fetched.Failure(
          isTooLong
              ? "Resource content exceeds %d bytes".formatted(reads.maxBytes())
              : message(script, failed.sentence()),
          failed.detail(),
          Trouble.of(failed).data());
    }
    JobOutcome.Completed completed = (JobOutcome.Completed) outcome;
    try {
      byte[] bytes =
          reads.ended(script, completed.shellCode(), completed.stdout(), completed.stderr());
      return new Fetched.Contents(script.target().contents(bytes));
    } catch (ResourceException e) {
      return e.kind() == ResourceException.Kind.FAILED
          ? new Fetched.Failure(e, reason(completed))
          : new Fetched.Failure(e); // the script itself has worked
    }
  }

  /** A script that ended well can only have printed too much. */
  private static ObjectNode reason(JobOutcome.Completed completed) {
    return completed.isSuccess()
        ? Trouble.data(FailureReason.OUTPUT_LIMIT.word())
        : Trouble.of(completed).data();
  }

  /**
   * Threads for reads that may take long without keeping a helper busy, or for whose end no client
   * waits.
   *
   * @param files for files
   * @param hosts for scripts that read from hosts; the key is the host
   * @param polls for subscribed resources, so that no client waits for a poll
   */
  public record ResourceThreads(CallThreads files, CallThreads hosts, CallThreads polls) {
    /** Reading a file keeps a core busy. */
    private static final int FILES = 2;

    private static final int POLLS_OF_HOSTS = 1;

    /**
     * @param helpers how many there are at most; half of them may read from hosts, half of these
     *     from one host
     * @param later see {@link CallThreads}
     */
    public static ResourceThreads of(int helpers, Later later) {
      return new ResourceThreads(
          new CallThreads("project file", FILES, Integer.MAX_VALUE, later),
          new CallThreads("host", Math.max(1, helpers / 2), Math.max(1, helpers / 4), later),
          new CallThreads("poll", Math.max(1, helpers), POLLS_OF_HOSTS, later));
    }

    public List<CallThreads> all() {
      return List.of(files, hosts, polls);
    }
  }
}
