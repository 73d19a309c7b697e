package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.bullpen.project.completion.CompletionProvider;
import dev.bullpen.project.completion.CompletionRef;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.prompt.Prompt;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An existing project of mcp-bash: prompts called {@code *.completion}, everything registered. */
class BenchProjectTests extends ProjectTest {
  private static final List<String> NAMES =
      List.of("demo.completion", "fast.completion", "jq.completion", "spin.completion");

  @BeforeEach
  void the_project() throws IOException {
    project
        .file(
            "server.d/server.meta.json",
            """
                {
                  "name": "bench-server",
                  "title": "Bench Server",
                  "version": "1.0.0",
                  "description": "Benchmark fixture"
                }
                """)
        .script("completions/suggest.sh")
        .script("completions/fast.sh")
        .script("completions/jq.sh")
        .script("completions/spin.sh")
        .script("tools/hello/tool.sh")
        .file("tools/hello/tool.meta.json", "{\"name\": \"hello\"}")
        .register(
            """
                "completions": [
                  {"name": "demo.completion", "path": "completions/suggest.sh", "timeoutSecs": 5},
                  {"name": "fast.completion", "path": "completions/fast.sh", "timeoutSecs": 5},
                  {"name": "jq.completion", "path": "completions/jq.sh", "timeoutSecs": 5},
                  {"name": "spin.completion", "path": "completions/spin.sh", "timeoutSecs": 120}
                ]\
                """);
    for (String name : NAMES) {
      project
          .file("prompts/" + name + ".txt", "Query: ${query}\n")
          .file(
              "prompts/" + name + ".meta.json",
              """
              {
                "name": "%s",
                "description": "Bench prompt with one argument",
                "path": "%s.txt",
                "arguments": { "type": "object", "properties": { "query": { "type": "string" } } }
              }
              """
                  .formatted(name, name));
    }
  }

  @Test
  void its_prompts_are_prompts_although_they_are_called_completion() {
    assertEquals(NAMES, project.catalog().prompts().stream().map(Prompt::name).toList());
    assertEquals(List.of(), project.warnings);
    assertEquals("bench-server", project.open().identity().name());
  }

  @Test
  void each_is_completed_by_its_registered_script() {
    CompletionRef ref = new CompletionRef.OfPrompt("spin.completion");
    CompletionProvider provider =
        assertInstanceOf(Resolution.Script.class, project.resolve(ref, "query")).provider();
    assertEquals("manual:completions/spin.sh", provider.scriptKey());
    assertEquals(Optional.of(Duration.ofSeconds(120)), provider.timeout());
    assertEquals(
        List.of(project.root.resolve("completions/spin.sh").toString()), provider.command());
    assertEquals(CompletionResolver.NO_ARGUMENT, project.resolve(ref, "other"));
  }
}
