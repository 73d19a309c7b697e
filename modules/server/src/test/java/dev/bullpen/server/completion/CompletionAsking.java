package dev.bullpen.server.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.project.completion.CompletionCursor.CompletionBinding;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionRequest;
import dev.bullpen.project.completion.CompletionRequest.CompletionArguments;
import dev.bullpen.project.completion.CompletionRequest.CompletionLimit;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.completion.Resolution.CompletionProvider;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Intake;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.client.Caller;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.completion.CompletionCache.CompletionKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Requests for completions by one script, and what becomes of them. */
abstract class CompletionAsking {
  static final String A = "{'values':['a'],'total':1,'hasMore':false}";
  static final String B = "{'values':['b'],'total':1,'hasMore':false}";

  @TempDir Path folder;
  Path script;

  final Intake intake = new Intake();
  private final Wire wire = Wire.reading();
  private final Client anyClient = Calls.client(wire);
  final CallTable table = new CallTable();
  final Map<Integer, Call> calls = new HashMap<>();
  long now = 7_000_000_000L;
  final CompletionRuns runs = new CompletionRuns(intake, new CompletionCache(() -> now));

  /** One request; what it does not set is the same for all. */
  final class Ask {
    private final int id;
    private String argument = "query";
    private String value = "v";
    private Map<String, String> context = Map.of();
    private OptionalInt limit = OptionalInt.empty();
    private CompletionPosition position = CompletionPosition.START;
    private Optional<Duration> cache = Optional.empty();
    private Duration timeout = Duration.ofSeconds(5);
    private boolean modern;
    private Client client = anyClient;
    private boolean cancelled;
    private long order;

    Ask(int id) {
      this.id = id;
      this.order = id;
    }

    Ask argument(String name) {
      argument = name;
      return this;
    }

    Ask value(String typed) {
      value = typed;
      return this;
    }

    Ask context(String name, String resolved) {
      context = Map.of(name, resolved);
      return this;
    }

    Ask limit(int most) {
      limit = OptionalInt.of(most);
      return this;
    }

    Ask page(int offset) {
      position = new CompletionPosition(offset, Optional.empty(), Optional.of("0123456789abcdef"));
      return this;
    }

    Ask kept(Duration life) {
      cache = Optional.of(life);
      return this;
    }

    Ask timeout(Duration most) {
      timeout = most;
      return this;
    }

    Ask modern() {
      modern = true;
      return this;
    }

    Ask by(Client other) {
      client = other;
      return this;
    }

    Ask cancelledBefore() {
      cancelled = true;
      return this;
    }

    Ask order(long arrived) {
      order = arrived;
      return this;
    }

    void send() {
      Caller caller =
          modern
              ? Calls.modern(client, ClientCapabilities.NONE)
              : Calls.legacy(client, Revision.V2025_06_18, ClientCapabilities.NONE);
      Call call = Calls.open(id, caller, new LineReply(wire.writer()), table);
      calls.put(id, call);
      if (cancelled) {
        call.cancel();
      }
      CompletionRequest request =
          new CompletionRequest(
              new CompletionRef.OfPrompt("p"),
              Json.object().put("type", "ref/prompt").put("name", "p"),
              argument,
              value,
              context,
              new CompletionLimit(limit));
      CompletionProvider provider =
          new CompletionProvider(
              "p",
              "manual:p.sh",
              List.of(script.toString()),
              Optional.empty(),
              Map.of(),
              cache,
              ScriptLimits.NONE);
      CompletionArguments arguments = CompletionArguments.of(request);
      JobRequest job =
          new JobRequest(
              "completion p",
              Lane.INTERACTIVE,
              new JobRequest.Script(
                  JobRequest.Program.script(provider.command()), folder, Map.of()),
              new JobRequest.Limits(1_000_000, 0, 100, timeout, Duration.ZERO),
              Optional.empty());
      runs.answer(
          new CompletionQuery(
              call,
              order,
              CompletionQuery.Field.of(call, request),
              CompletionKey.of(call, provider, request, arguments, position, runs.epoch()),
              timeout,
              CompletionBinding.of(provider),
              position,
              request.limit(),
              Optional.empty()),
          job);
    }
  }

  @BeforeEach
  void a_script() throws IOException {
    script = Files.writeString(folder.resolve("p.sh"), "#!/bin/sh\n");
  }

  Ask ask(int id) {
    return new Ask(id);
  }

  /** What each request was answered, by its id; fails if one was answered twice. */
  Map<Integer, JsonNode> answers() {
    Map<Integer, JsonNode> answers = new HashMap<>();
    for (JsonNode line : wire.lines()) {
      assertEquals(null, answers.put(line.get("id").intValue(), line), "two answers: " + line);
    }
    assertEquals(0, runs.fields(), "no request waits any more");
    return answers;
  }

  static String completion(JsonNode answer) {
    return Json.text(answer.at("/result/completion")).replace('"', '\'');
  }

  static boolean isSuperseded(JsonNode answer) {
    return answer.at("/result/_meta").path("dev.bullpen/superseded").booleanValue(false)
        && completion(answer).equals("{'values':[],'hasMore':true}");
  }

  Map<Integer, String> answered() {
    Map<Integer, String> answered = new HashMap<>();
    answers().forEach((id, answer) -> answered.put(id, completion(answer)));
    return answered;
  }
}
