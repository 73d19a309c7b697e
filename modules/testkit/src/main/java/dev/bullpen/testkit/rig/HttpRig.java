package dev.bullpen.testkit.rig;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Gate;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.Diagnosis;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.McpProcess;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.client.Transcript;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server of the packaged product that serves over HTTP, on a project of its own and watched from
 * outside. What clients hear is held against the schema of its revision when this is closed, and
 * nothing may be left then.
 */
public final class HttpRig implements AutoCloseable {
  private static final Duration PATIENCE = McpClient.PATIENCE;

  private static final Pattern SERVING = Pattern.compile("serving http://[^ ]*:(\\d+)/");

  private final Workplace workplace;
  private final McpProcess process;
  private final Lookout lookout;
  private final int port;
  private final Optional<String> token;
  private final AtomicLong ids = new AtomicLong();
  private final Queue<HttpConnection> connections = new ConcurrentLinkedQueue<>();
  private final Map<Revision, Transcript> heard = new ConcurrentHashMap<>();

  private HttpRig(
      Workplace workplace, McpProcess process, Lookout lookout, Optional<String> token) {
    this.workplace = workplace;
    this.process = process;
    this.lookout = lookout;
    this.token = token;
    if (!Poll.until(Deadline.in(PATIENCE), () -> serving().find() || !process.running())
        || !process.running()) {
      throw Diagnosis.failure(process, "it does not serve");
    }
    Matcher serving = serving();
    port = serving.find() ? Integer.parseInt(serving.group(1)) : 0;
  }

  private Matcher serving() {
    return SERVING.matcher(process.stderr().text());
  }

  /** A server on any free port of this host, with a helper warm. */
  public static HttpRig start(Consumer<ProjectFixture> project, UnaryOperator<Launcher> launcher) {
    return start(project, given -> launcher.apply(given).with("--anonymous"), Optional.empty());
  }

  /** The same of one that lets in who has a token, as the launcher says. */
  public static HttpRig start(
      Consumer<ProjectFixture> project, UnaryOperator<Launcher> launcher, Optional<String> token) {
    HttpRig rig = startUnread(project, launcher, token);
    try {
      rig.send(
              rig.modern("completion/complete", Messages.completePrompt(Rig.FAST, "query", "warm")))
          .response();
      rig.lookout.noteSession();
      return rig;
    } catch (RuntimeException | AssertionError e) {
      close(rig.process, rig.lookout, rig.workplace);
      throw e;
    }
  }

  /** The same of one that may not have read its project yet. */
  public static HttpRig startUnread(
      Consumer<ProjectFixture> project, UnaryOperator<Launcher> launcher, Optional<String> token) {
    Workplace workplace = Workplace.open(project);
    McpProcess process = launcher.apply(workplace.launcher().with("--http", "127.0.0.1:0")).start();
    Lookout lookout = new Lookout(workplace, process.pid());
    try {
      return new HttpRig(workplace, process, lookout, token);
    } catch (RuntimeException | AssertionError e) {
      close(process, lookout, workplace);
      throw e;
    }
  }

  /** With what a client shows to be let in; {@link #send} adds it by itself. */
  public HttpCall allowed(HttpCall call) {
    boolean hasOne = call.headers().stream().anyMatch(line -> line.startsWith("Authorization"));
    return token.isEmpty() || hasOne ? call : call.header("Authorization", "Bearer " + token.get());
  }

  public McpProcess process() {
    return process;
  }

  public Path project() {
    return workplace.project();
  }

  /** Where the scripts say that they are ready. */
  public Gate gate() {
    return workplace.gate();
  }

  public int port() {
    return port;
  }

  /** A request with an id that no other has. */
  public ObjectNode request(String method, ObjectNode params) {
    return Messages.request(ids.incrementAndGet(), method, params);
  }

  /** A request of the stateless revision, of a client that can do nothing but call. */
  public HttpCall modern(String method, ObjectNode params) {
    return modern(method, params, "{}");
  }

  /** The same for a client with capabilities, given with ' for ". */
  public HttpCall modern(String method, ObjectNode params, String capabilities) {
    ObjectNode whole = params.deepCopy();
    whole
        .withObjectProperty("_meta")
        .setAll(Revision.V2026_07_28.envelope((ObjectNode) Messages.value(capabilities)));
    return HttpCall.modern(request(method, whole));
  }

  /** A call of a tool by such a client; arguments with ' for ". */
  public HttpCall tool(String name, String arguments) {
    return modern("tools/call", Messages.callTool(name, arguments));
  }

  /** A connection, closed with this rig at the latest. */
  public HttpConnection connect() {
    return connect(PATIENCE);
  }

  /** The same where the server may say nothing for so long. */
  public HttpConnection connect(Duration patience) {
    HttpConnection connection = new HttpConnection(port, patience);
    connections.add(connection);
    return connection;
  }

  /** Send a request on a connection of its own. */
  public HttpReply send(HttpCall call) {
    return send(connect(), call);
  }

  public HttpReply send(HttpConnection connection, HttpCall call) {
    return connection.send(
        allowed(call), heard.computeIfAbsent(call.revision(), revision -> new Transcript()));
  }

  /** A session of a client of a legacy revision, its handshake done; capabilities with ' for ". */
  public HttpSession session(Revision revision, String capabilities) {
    ObjectNode params =
        Messages.initialize(revision.text(), (ObjectNode) Messages.value(capabilities));
    HttpReply greeting = send(HttpCall.post(revision, Json.text(request("initialize", params))));
    greeting.response();
    HttpSession session = new HttpSession(this, revision, greeting.header(HttpCall.SESSION_ID));
    session.say(Messages.notification("notifications/initialized", Json.object()));
    return session;
  }

  /** A token for one job, and for no other. */
  public String freshToken() {
    return "%s-%07d".formatted(workplace.jobs(), ids.incrementAndGet());
  }

  /** Wait until the script with that token has said so many lines at the gate. */
  public Job ready(String token, int lines) {
    return ready(token, lines, PATIENCE);
  }

  /** The same, with a time for it. */
  public Job ready(String token, int lines, Duration within) {
    List<String> ready = gate().await(token, lines, Deadline.in(within));
    if (ready.size() < lines) {
      throw Diagnosis.failure(process, ready.size() + " of " + lines + " were ready: " + token);
    }
    return new Job(0, token, ready);
  }

  /** Whether the processes of a job are gone, as the observer sees it. */
  public Sighting awaitGone(Job job, Duration within) {
    return lookout.awaitGone(job, within);
  }

  /** Fail unless the processes of a job are gone in time; when they were seen gone. */
  public Sighting assertGone(Job job) {
    return none(awaitGone(job, PATIENCE), "of " + job);
  }

  private Sighting none(Sighting left, String of) {
    if (!left.none()) {
      throw Diagnosis.failure(process, of + ": " + left);
    }
    return left;
  }

  /** Fails unless no job is left, the server ends after TERM, and nothing is left then. */
  @Override
  public void close() {
    try {
      connections.forEach(HttpConnection::close);
      none(lookout.awaitNoJobs(PATIENCE), "of all jobs");
      List<Proc> family = lookout.family();
      process.signal(Signal.TERM);
      none(lookout.awaitNothing(family, PATIENCE), "of the server");
      heard.forEach(Rig::assertManners);
    } finally {
      close(process, lookout, workplace);
    }
  }

  private static void close(McpProcess process, Lookout lookout, Workplace workplace) {
    process.close();
    lookout.clean();
    workplace.close();
  }
}
