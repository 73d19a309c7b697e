package dev.bullpen.testkit.rig;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Gate;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Diagnosis;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.McpProcess;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.client.Transcript;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.schema.SchemaCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** A server of the packaged product on a project of its own, watched from outside. */
public final class Rig implements AutoCloseable {
  /** The provider every rig has: it answers at once. */
  public static final String FAST = "fast";

  /** Another provider every rig has: one process that stays; one line at the gate. */
  public static final String HOLD = "hold";

  /** Within this a script has started on the slowest machine. */
  private static final Duration START = Duration.ofSeconds(20);

  /** Within this everything is gone, or something is wrong. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** A completion needs a helper, which may never come up if that is what the test is about. */
  private static final Duration FIRST_ANSWER = Duration.ofSeconds(20);

  /** The helpers after the first are started when that one has come up, unless there is trouble. */
  private static final Duration OTHERS = Duration.ofSeconds(5);

  /** The reason of a call whose script has ended by a signal. */
  private static final Optional<String> SCRIPT_ENDED = Optional.of("script-failed");

  private static final Duration CALM_ANSWER = Duration.ofMillis(500);

  private static final Duration HELPER_START = Duration.ofSeconds(2);

  // Schemas are large: one check for each revision in this JVM, used by one thread at a time.
  private static final Map<Revision, SchemaCheck> CHECKS = new EnumMap<>(Revision.class);

  private final Workplace workplace;
  private final McpClient client;
  private final AtomicInteger jobs = new AtomicInteger();
  private final Lookout lookout;
  private final int keptWarm;
  private Optional<Calm> calm = Optional.empty();

  private Rig(Workplace workplace, McpClient client, Lookout lookout, int keptWarm) {
    this.workplace = workplace;
    this.client = client;
    this.lookout = lookout;
    this.keptWarm = keptWarm;
  }

  /** A server of the newest revision with a handshake. */
  public static Rig start(Consumer<ProjectFixture> project, UnaryOperator<Launcher> launcher) {
    return start(Revision.V2025_11_25, project, launcher);
  }

  /** A server and a client of that revision, its handshake done and a helper warm. */
  public static Rig start(
      Revision revision, Consumer<ProjectFixture> project, UnaryOperator<Launcher> launcher) {
    return start(revision, "{}", project, launcher);
  }

  /** The same for a client with capabilities, given with ' for ". */
  public static Rig start(
      Revision revision,
      String capabilities,
      Consumer<ProjectFixture> project,
      UnaryOperator<Launcher> launcher) {
    Workplace workplace = Workplace.open(project);
    Launcher asked = launcher.apply(workplace.launcher());
    McpClient client =
        new McpClient(asked.start(), revision, (ObjectNode) Messages.value(capabilities));
    Lookout lookout = new Lookout(workplace, client.process().pid());
    try {
      client.handshake();
      boolean isWarm = warm(client);
      lookout.noteSession();
      return new Rig(workplace, client, lookout, isWarm ? asked.keptWarm() : 0);
    } catch (RuntimeException | AssertionError e) {
      close(client, lookout, workplace);
      throw e;
    }
  }

  /** Whether a helper has come up. */
  private static boolean warm(McpClient client) {
    long warm = client.send("completion/complete", Messages.completePrompt(FAST, "query", "warm"));
    return client
        .process()
        .transcript()
        .awaitResponse(Long.toString(warm), Deadline.in(FIRST_ANSWER))
        .flatMap(Line::json)
        .filter(answer -> answer.has("result"))
        .isPresent();
  }

  /**
   * Wait until the server has come to rest, and take note of what it holds then: for tests that
   * measure it or end with {@link #assertCalm()}. Returns this, also if it does not come to rest;
   * closes it if it has ended.
   */
  public Rig settled() {
    try {
      Poll.until(Deadline.in(OTHERS), () -> !process().running() || lookout.hasHelpers(keptWarm));
      if (keptWarm > 0) {
        Poll.until(
            Deadline.in(Calm.BACK_WITHIN),
            () -> !process().running() || !lookout.hasMoreHelpers(keptWarm));
      }
      calm = Optional.of(Calm.settled(client.process()));
      return this;
    } catch (RuntimeException e) {
      close(client, lookout, workplace);
      throw e;
    }
  }

  /** The client. */
  public McpClient client() {
    return client;
  }

  /** The server. */
  public McpProcess process() {
    return client.process();
  }

  /** The folder of its project. */
  public Path project() {
    return workplace.project();
  }

  /** Where the scripts say that they are ready. */
  public Gate gate() {
    return workplace.gate();
  }

  /** A token for one job, and for no other. */
  public String freshToken() {
    return "%s-%07d".formatted(workplace.jobs(), jobs.incrementAndGet());
  }

  /**
   * Send a completion; it may or may not have started when this returns. Each is in a form of its
   * own, so that none supersedes another.
   */
  public Job send(String provider) {
    String token = freshToken();
    ObjectNode params = Messages.completePrompt(provider, "query", token);
    params.set("context", Messages.json("{'arguments':{'form':'%s'}}", token));
    return new Job(client.send("completion/complete", params), token, List.of());
  }

  /** Call a tool with its token as the only argument; it may or may not have started. */
  public Job sendTool(String tool) {
    return sendTool(tool, Json.object());
  }

  /** The same with further params, such as {@code _meta}. */
  public Job sendTool(String tool, ObjectNode params) {
    String token = freshToken();
    ObjectNode call = Messages.callTool(tool, "{'token':'" + token + "'}");
    call.setAll(params);
    return new Job(client.send("tools/call", call), token, List.of());
  }

  /** Call a tool and wait until its script has said so many lines at the gate. */
  public Job beginTool(String tool, int lines) {
    return ready(sendTool(tool), lines, START);
  }

  /** Let a script through that waits at the gate. */
  public void letThrough(Job job) {
    gate().letThrough(job.token(), "go");
  }

  /** Wait for the answer to a job. */
  public Answer await(Job job) {
    return client.await(job.id(), McpClient.PATIENCE);
  }

  /** Start a completion and wait until its script has said so many lines at the gate. */
  public Job begin(String provider, int lines) {
    Job job = send(provider);
    return ready(job, lines, START);
  }

  /** Wait until the script of a job has said so many lines at the gate. */
  public Job ready(Job job, int lines, Duration within) {
    List<String> ready = gate().await(job.token(), lines, Deadline.in(within));
    if (ready.size() < lines) {
      throw Diagnosis.failure(
          process(),
          "%s: %d of %d were ready after %s".formatted(job, ready.size(), lines, within));
    }
    return new Job(job.id(), job.token(), ready);
  }

  /** Whether the processes of a job are gone, as the observer sees it: for controls. */
  public Sighting awaitGone(Job job, Duration within) {
    return lookout.awaitGone(job, within);
  }

  /** Fail unless the processes of a job are gone in time; when they were seen gone. */
  public Sighting assertGone(Job job, Duration within) {
    return none(awaitGone(job, within), "after " + within + ", of " + job);
  }

  private Sighting none(Sighting left, String of) {
    if (!left.none()) {
      throw Diagnosis.failure(process(), of + ": " + left);
    }
    return left;
  }

  /**
   * The whole server as it is now, by identity: itself, its helpers, its guard and its scripts.
   * What it starts later is found by the token in its environment.
   */
  public List<Proc> family() {
    return lookout.family();
  }

  /**
   * Whether the whole server is gone; {@code family} is what it was when it was last seen whole.
   */
  public Sighting awaitNothing(List<Proc> family, Duration within) {
    return lookout.awaitNothing(family, within);
  }

  /** Fail unless the whole server is gone in time; when it was seen gone. */
  public Sighting assertNothing(List<Proc> family, Duration within) {
    return none(awaitNothing(family, within), "after " + within + ", of the server");
  }

  /** The guard, if there is one now. */
  public Optional<Proc> guard() {
    return family().stream()
        .filter(member -> member.running() && member.commandLine().contains("The guard"))
        .findFirst();
  }

  /** The helpers: those children of the server that are JVMs. */
  public List<Proc> helpers() {
    return lookout.helpers();
  }

  /** Wait until there are so many helpers; their pids, in order. */
  public List<Integer> awaitHelpers(int count) {
    if (!Poll.until(Deadline.in(START), () -> helpers().size() == count)) {
      throw Diagnosis.failure(process(), helpers().size() + " helpers instead of " + count);
    }
    return helpers().stream().map(Proc::pid).sorted().toList();
  }

  /**
   * So many jobs run at the same time: no helper has been lost. No job is cancelled, because a
   * helper that is slow to clean up after a cancel is replaced; each script ends and is answered.
   */
  public void assertCapacity(int helpers) {
    List<Job> sent = Stream.generate(() -> send(HOLD)).limit(helpers).toList();
    List<Job> jobs = sent.stream().map(job -> ready(job, 1, START)).toList();
    for (Job job : jobs) {
      Signal.TERM.to(Long.parseLong(job.ready().get(0).split(" ")[0]));
    }
    for (Job job : jobs) {
      Answer answer = await(job);
      if (!answer.reason().equals(SCRIPT_ENDED)) {
        throw Diagnosis.failure(process(), job + " was not ended by its script: " + answer);
      }
      assertGone(job, PATIENCE);
    }
  }

  /** Nothing of any job is left, whatever it was called with, and no zombie below the server. */
  public void assertNoJobs() {
    none(lookout.awaitNoJobs(PATIENCE), "of all jobs");
  }

  /**
   * Nothing of any job is left, no zombie below the server, its descriptors and threads are what
   * they were when it had {@link #settled()}, and it answers a completion in {@code 500 ms}, once a
   * helper that has been replaced is there again.
   */
  public void assertCalm() {
    Calm before =
        calm.orElseThrow(
            () -> new IllegalStateException("unknown what it held before: call settled() first"));
    assertNoJobs();
    before.assertBack();
    // By a helper that may just have been started.
    Mark.atMost("the first completion", completed().took(), HELPER_START);
    Mark.atMost("a later completion", completed().took(), CALM_ANSWER);
  }

  private Answer completed() {
    Answer answer = client.complete(FAST, "query", "still");
    if (!answer.values().equals(List.of("ok"))) {
      throw Diagnosis.failure(process(), "a later completion: " + answer.message());
    }
    return answer;
  }

  /**
   * Ends the server and whatever it left behind; only what carries its tokens is touched. Fails if
   * the server has said anything that its revision does not define.
   */
  @Override
  public void close() {
    try {
      assertManners(client.revision(), process().transcript());
    } finally {
      close(client, lookout, workplace);
    }
  }

  /** Fail if there is anything in it that this revision does not define. */
  public static void assertManners(Revision revision, Transcript transcript) {
    List<String> problems;
    synchronized (CHECKS) {
      problems = CHECKS.computeIfAbsent(revision, SchemaCheck::new).problems(transcript);
    }
    if (!problems.isEmpty()) {
      throw new AssertionError(
          "not what %s defines:\n%s".formatted(revision, String.join("\n", problems)));
    }
  }

  private static void close(McpClient client, Lookout lookout, Workplace workplace) {
    client.close();
    lookout.clean();
    workplace.close();
  }
}
