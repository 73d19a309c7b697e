package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.fixture.Rounds;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tools made with an SDK, through the packaged server; each does what its name says. */
abstract class SdkTools {
  /** No log, and no tool but the one that asks for it, may have this. */
  private static final String CANARY = "sesame-4711";

  private static final String PYTHON =
      """
      #!/usr/bin/env python3
      import os, sys; sys.path.insert(0, os.environ["MCP_SDK"])
      import time
      from bullpen import *

      def gate(token, line):
          with open(os.environ["MCP_TEST_GATE"], "w") as opened:
              opened.write(token + " " + line + "\\n")

      @tool
      def act(token: str = "") -> dict:
          what = os.environ["MCP_TOOL_NAME"].split("-")[1]
          print("a diagnostic")
          if what == "tells":
              progress(1, 2, "half")
              log("said", "warning")
              return {"n": 1}
          if what == "content":
              return [text("é"), image(b"x", "image/png"), resource("note:1", "t", "text/plain")]
          if what == "fails":
              raise ToolError("say it otherwise")
          if what == "refuses":
              raise RpcError(-32602, "not like this", {"a": 1})
          if what == "breaks":
              raise KeyError("mishap")
          if what == "asks":
              answer = elicit("Who?", {"name": str})
              return {"action": answer.action, "name": answer.content.get("name")}
          if what == "samples":
              return sample("hi", max_tokens=10)["content"]
          if what == "roots":
              answer = input_response("folders")
              if answer is None:
                  input_required(state={"round": 1}, folders=input_roots())
              return {"roots": answer["roots"], "state": request_state()}
          if what == "secret":
              return {"length": len(secret("API_KEY"))}
          try:
              gate(token, "ready")
              time.sleep(600)
          finally:
              gate(token, "cleaned")

      run()
      """;

  private static final String NODE =
      """
      #!/usr/bin/env node
      const { tool, progress, log, text, image, resource, elicit, sample, secret, inputResponse,
        inputRequired, inputRoots, requestState, ToolError, RpcError } =
          await import(process.env.MCP_SDK + '/bullpen.mjs');
      import { appendFileSync } from 'node:fs';

      const acts = {
        tells() {
          progress(1, 2, 'half');
          log('said', 'warning');
          return { n: 1 };
        },
        content: () =>
          [text('é'), image(Buffer.from('x'), 'image/png'), resource('note:1', 't', 'text/plain')],
        fails() { throw new ToolError('say it otherwise'); },
        refuses() { throw new RpcError(-32602, 'not like this', { a: 1 }); },
        breaks() { throw new TypeError('mishap'); },
        async asks() {
          const { action, content } = await elicit('Who?', { name: 'string' });
          return { action, name: content.name ?? null };
        },
        samples: async () => (await sample('hi', { maxTokens: 10 })).content,
        roots() {
          const answer = inputResponse('folders');
          if (!answer) inputRequired({ folders: inputRoots() }, { round: 1 });
          return { roots: answer.roots, state: requestState() };
        },
        secret: () => ({ length: secret('API_KEY').length }),
        async waits({ token }, { signal }) {
          const gate = (line) => appendFileSync(process.env.MCP_TEST_GATE, `${token} ${line}\\n`);
          const aborted = new Promise((done) => signal.addEventListener('abort', done));
          const timer = setTimeout(() => {}, 600_000);
          gate('ready');
          await aborted;
          gate('cleaned');
          clearTimeout(timer);
        },
      };
      tool({ name: 'act', input: { token: 'string?' } }, (args, context) => {
        console.log('a diagnostic');
        return acts[process.env.MCP_TOOL_NAME.split('-')[1]](args, context);
      });
      """;

  private static final String PYTHON_COMPLETION =
      """
      #!/usr/bin/env python3
      import os, sys; sys.path.insert(0, os.environ["MCP_SDK"])
      from bullpen import *

      @completion
      def values(value, argument, context):
          return [argument + "=" + value]

      run()
      """;

  private static final String NODE_COMPLETION =
      """
      #!/usr/bin/env node
      const { completion } = await import(process.env.MCP_SDK + '/bullpen.mjs');

      completion(({ value, argument }) => [argument + '=' + value]);
      """;

  private static final List<String> ACTS =
      List.of(
          "tells", "content", "fails", "refuses", "breaks", "asks", "samples", "roots", "waits");

  private static final Duration SOON = McpClient.PATIENCE;

  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(
          SdkTools::project,
          launcher ->
              launcher
                  .workers(2, 2)
                  .with("--tool-grace", Long.toString(SOON.toSeconds())) // for what it cleans up
                  .environment("API_KEY", CANARY));

  @TempDir Path folder;

  /** What the names of the language's tools begin with. */
  abstract String language();

  private String named(String act) {
    return language() + "-" + act;
  }

  private static void project(ProjectFixture project) {
    for (String act : ACTS) {
      add(project, act, "{}");
    }
    add(project, "secret", "{'env':[{'name':'API_KEY','required':true}]}");
    add(project, "lacks", "{'env':[{'name':'NO_SUCH_KEY','required':true}]}");
    project.tool("environment", ToolScripts.ENVIRONMENT);
    String prompt = "{\"arguments\":[{\"name\":\"code\"}]}";
    project
        .file("prompts/python.txt", "{{code}}")
        .file("prompts/python.meta.json", prompt)
        .script("prompts/python.completion", PYTHON_COMPLETION)
        .file("prompts/node.txt", "{{code}}")
        .file("prompts/node.meta.json", prompt)
        .script("prompts/node.completion.mjs", NODE_COMPLETION);
  }

  private static void add(ProjectFixture project, String act, String members) {
    add(project, "python-" + act, "tool.py", members, PYTHON);
    add(project, "node-" + act, "tool.mjs", members, NODE);
  }

  private static void add(
      ProjectFixture project, String name, String file, String members, String script) {
    ObjectNode metadata = Messages.json("{'name':'%s','description':'A tool'}", name);
    metadata.setAll((ObjectNode) Messages.value(members));
    project
        .file("tools/" + name + "/tool.meta.json", metadata.toString())
        .script("tools/" + name + "/" + file, script);
  }

  private Answer call(Rig rig, String act) {
    return rig.client().callTool(named(act), "{}");
  }

  @Test
  void a_value_is_structured_and_progress_and_log_arrive_before_it() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    ObjectNode params = Messages.callTool(named("tells"), "{}");
    params.set("_meta", Messages.json("{'progressToken':'7'}"));

    Answer answer = rig.client().call("tools/call", params);

    assertEquals("{\"n\":1}", answer.result().get("structuredContent").toString());
    assertEquals("{\"n\":1}", answer.text().replace(" ", ""));
    JsonNode progress = heard(rig, "notifications/progress");
    assertEquals(
        "{\"progressToken\":\"7\",\"progress\":1,\"total\":2,\"message\":\"half\"}",
        progress.toString());
    JsonNode log = heard(rig, "notifications/message");
    assertEquals(
        "warning said", log.get("level").stringValue() + " " + log.get("data").stringValue());
  }

  private static JsonNode heard(Rig rig, String method) {
    return rig.process().transcript().heard(method).get(0).get("params");
  }

  @Test
  void an_argument_is_completed_by_the_script_beside_its_prompt() {
    Answer answer = RIGS.of(Revision.V2025_11_25).client().complete(language(), "code", "v");
    assertEquals(
        "[\"code=v\"]",
        answer.result().at("/completion/values").toString(),
        answer.message().toString());
  }

  @Test
  void content_is_what_it_was_made_of() {
    JsonNode content = call(RIGS.of(Revision.V2025_11_25), "content").result().get("content");
    assertEquals("é", content.at("/0/text").stringValue());
    assertEquals(
        "image/png eA==",
        content.at("/1/mimeType").stringValue() + " " + content.at("/1/data").stringValue());
    assertEquals("t", content.at("/2/resource/text").stringValue());
    assertEquals(3, content.size());
  }

  @Test
  void errors_are_of_the_tool_of_the_protocol_or_a_defect() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Answer failed = call(rig, "fails");
    assertTrue(failed.isError());
    assertEquals("say it otherwise", failed.text());

    Answer refused = call(rig, "refuses");
    assertEquals(-32602, refused.code().orElse(0), refused.message().toString());
    assertEquals("not like this", refused.message().at("/error/message").stringValue());
    assertEquals(1, refused.message().at("/error/data/a").intValue());

    Answer broken = call(rig, "breaks");
    assertTrue(broken.isError());
    assertTrue(broken.text().contains("mishap"), broken.text());
  }

  @Test
  void a_client_with_a_session_is_asked_while_the_tool_waits() {
    Rig rig = RIGS.of(Revision.V2025_11_25, "{'elicitation':{}}");
    Job job = rig.sendTool(named("asks"));
    JsonNode request = rig.client().asked("elicitation/create", 0);
    assertEquals("Who?", request.at("/params/message").stringValue());
    assertEquals(
        "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}",
        request.at("/params/requestedSchema").toString());
    rig.client().reply(request, "{'action':'accept','content':{'name':'Ann'}}");
    assertEquals(
        "{\"action\":\"accept\",\"name\":\"Ann\"}",
        rig.await(job).result().get("structuredContent").toString());
  }

  @Test
  void a_client_without_a_session_is_asked_in_rounds_and_may_decline() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    ObjectNode call = Messages.callTool(named("asks"), "{}");
    Answer asking = rig.client().call("tools/call", call.deepCopy());
    Answer answer = Rounds.reply(rig.client(), call, asking, "{'action':'decline'}");
    assertEquals(
        "{\"action\":\"decline\",\"name\":null}",
        answer.result().get("structuredContent").toString());
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void a_client_that_cannot_be_asked_makes_the_tool_fail_with_the_reason(Revision revision) {
    Answer answer = call(RIGS.of(revision), "asks");
    assertTrue(answer.isError());
    assertEquals(
        "the client lacks the capability elicitation, so its user cannot be asked", answer.text());
  }

  @Test
  void the_model_answers() {
    Rig rig = RIGS.of(Revision.V2025_11_25, "{'sampling':{}}");
    Job job = rig.sendTool(named("samples"));
    JsonNode request = rig.client().asked("sampling/createMessage", 0);
    assertEquals("hi", request.at("/params/messages/0/content/text").stringValue());
    assertEquals(10, request.at("/params/maxTokens").intValue());
    rig.client()
        .reply(
            request, "{'role':'assistant','content':{'type':'text','text':'hello'},'model':'m'}");
    assertEquals("hello", rig.await(job).result().at("/structuredContent/text").stringValue());
  }

  @Test
  void the_clients_folders_are_asked_for_between_two_runs() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'roots':{}}");
    ObjectNode call = Messages.callTool(named("roots"), "{}");
    Answer asking = rig.client().call("tools/call", call.deepCopy());
    assertEquals("roots/list", Rounds.question(asking).getValue().get("method").stringValue());
    Answer answer =
        Rounds.reply(
            rig.client(), call, asking, "{'roots':[{'uri':'file://%s'}]}".formatted(folder));
    JsonNode structured = answer.result().get("structuredContent");
    assertEquals("file://" + folder, structured.at("/roots/0/uri").asString(""), answer::toString);
    assertEquals(1, structured.at("/state/round").asInt(0), answer::toString);
  }

  @Test
  void a_cancelled_tool_cleans_up_and_is_gone() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job job = rig.beginTool(named("waits"), 1);
    rig.client().cancel(job.id());
    List<String> said = rig.gate().await(job.token(), 2, Deadline.in(SOON));
    assertTrue(said.size() == 2 && said.get(1).contains("cleaned"), said.toString());
    rig.assertGone(job, SOON);
  }

  @Test
  void only_the_tool_that_asks_for_a_secret_gets_it() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    assertEquals(
        CANARY.length(), call(rig, "secret").result().at("/structuredContent/length").asInt(0));
    String others = rig.client().callTool("environment", "{}").text();
    assertTrue(others.contains("MCP_TOOL_NAME=environment"), others);
    assertFalse(others.contains(CANARY) || others.contains("API_KEY"), others);
    assertFalse(rig.process().stderr().text().contains(CANARY));
  }

  @Test
  void a_tool_without_its_secret_is_not_started_and_says_so_at_start_and_when_called() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    String sentence =
        "The tool %s needs the environment variable NO_SUCH_KEY, which this server does not have."
            .formatted(named("lacks"));
    rig.process().stderr().assertSays("warning bullpen.server: " + sentence);

    Answer answer = call(rig, "lacks");

    assertTrue(answer.isError());
    assertEquals(sentence + " Set it where the server is started.", answer.text());
    assertEquals("missing-variable", answer.result().at("/_meta/reason").stringValue());
  }
}
