package dev.bullpen.testkit.rig;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Diagnosis;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.McpProcess;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * A server of the packaged product without {@code initialize}: the test sends every line itself,
 * with ' for ".
 */
public final class Conversation implements AutoCloseable {
  private final Workplace workplace;
  private final McpProcess process;
  private final Lookout lookout;
  private int heard;
  private int probes;

  private Conversation(Workplace workplace, UnaryOperator<Launcher> launcher) {
    this.workplace = workplace;
    this.process = launcher.apply(workplace.launcher()).start();
    this.lookout = new Lookout(workplace, process.pid());
  }

  /** With one helper, on a project that has the providers every rig has. */
  public static Conversation open() {
    return open(project -> {}, launcher -> launcher.workers(1, 1));
  }

  /** On a project of one's own. */
  public static Conversation open(
      Consumer<ProjectFixture> project, UnaryOperator<Launcher> launcher) {
    return new Conversation(Workplace.open(project), launcher);
  }

  /** The server. */
  public McpProcess process() {
    return process;
  }

  /** The folder of its project. */
  public Path project() {
    return workplace.project();
  }

  /** The handshake of a revision. */
  public Conversation initialized(Revision revision) {
    ask(Json.text(Messages.request(0, "initialize", Messages.initialize(revision.text()))));
    say("{'jsonrpc':'2.0','method':'notifications/initialized'}");
    exchange(); // the session is ready when it has been read
    return this;
  }

  /** Say a line. */
  public void say(String line) {
    process.sendLine(line.replace('\'', '"'));
  }

  /** Say a request and wait for the response to its id, which may have been used before. */
  public JsonNode ask(String line) {
    String id = Json.text(Messages.json(line).get("id"));
    int others = process.transcript().responses(id).size();
    say(line);
    JsonNode response =
        process
            .transcript()
            .awaitResponse(id, others, Deadline.in(McpClient.PATIENCE))
            .flatMap(Line::json)
            .orElseThrow(() -> Diagnosis.failure(process, "no answer to " + line));
    exchange(); // what came so far has been heard
    return response;
  }

  /**
   * Say lines, and hear everything that was said since the last exchange until all of them have
   * been read: that is when a ping behind them has been answered, for a ping is answered in every
   * state.
   */
  public List<JsonNode> exchange(String... lines) {
    for (String line : lines) {
      say(line);
    }
    String probe = "\"probe %d\"".formatted(++probes);
    process.sendLine("{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}".formatted(probe));
    Line end =
        process
            .transcript()
            .awaitResponse(probe, Deadline.in(McpClient.PATIENCE))
            .orElseThrow(
                () -> Diagnosis.failure(process, "no ping behind " + String.join(" ", lines)));
    List<Line> received = process.transcript().received();
    List<JsonNode> since = new ArrayList<>();
    for (Line line : received.subList(heard, received.indexOf(end))) {
      since.add(line.json().orElseThrow(() -> Diagnosis.failure(process, "no JSON: " + line)));
    }
    heard = received.indexOf(end) + 1;
    return since;
  }

  /** Ends the server and whatever it left behind; only what carries its tokens is touched. */
  @Override
  public void close() {
    process.close();
    lookout.clean();
    workplace.close();
  }
}
