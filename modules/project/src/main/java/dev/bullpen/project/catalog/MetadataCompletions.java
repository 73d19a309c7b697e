package dev.bullpen.project.catalog;

import dev.bullpen.project.completion.Completer;
import dev.bullpen.project.completion.CompletionSourceReader;
import dev.bullpen.project.completion.CompletionTable;
import dev.bullpen.project.completion.CompletionTarget;
import dev.bullpen.project.completion.CompletionTarget.Kind;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.resource.ResourceTemplate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the member {@code completions} of prompts and templates, an object of sources by the
 * arguments they complete. What is wrong in it is said and left out; what is registered goes before
 * it.
 */
final class MetadataCompletions {
  private static final String KEY = "completions";

  private final CompletionSourceReader reader;
  private final Layout layout;
  private final Consumer<String> problems;

  MetadataCompletions(Layout layout, Consumer<String> problems) {
    this.reader = new CompletionSourceReader(layout.root());
    this.layout = layout;
    this.problems = problems;
  }

  /** What is registered, and what the metadata adds. */
  CompletionTable table(
      Map<CompletionTarget, Completer> registered,
      List<Prompt> prompts,
      List<ResourceTemplate> templates) {
    Map<CompletionTarget, Completer> all = new HashMap<>(registered);
    for (Prompt prompt : prompts) {
      String where = layout.prompts().path() + "/" + EscapedBytes.of(prompt.path());
      add(Kind.PROMPT, where, prompt.name(), prompt.metadata(), all);
    }
    for (ResourceTemplate template : templates) {
      String where = layout.resources().path() + "/" + EscapedBytes.of(template.path());
      add(Kind.RESOURCE, where, template.name(), template.metadata(), all);
    }
    return new CompletionTable(all);
  }

  /**
   * @param where the file it is about, or its folder
   */
  private void add(
      Kind kind,
      String where,
      String name,
      ObjectNode metadata,
      Map<CompletionTarget, Completer> all) {
    String what =
        "%s: the %s \"%s\": "
            .formatted(
                where, kind == Kind.PROMPT ? "prompt" : "resource template", EscapedBytes.of(name));
    Optional<ObjectNode> declared =
        Members.object(metadata, KEY, problem -> problems.accept(what + problem));
    if (declared.isEmpty()) {
      return;
    }
    for (Map.Entry<String, JsonNode> member : declared.get().properties()) {
      CompletionTarget target = new CompletionTarget(kind, name, Optional.of(member.getKey()));
      try {
        Completer completer = reader.read(member.getValue(), Set.of());
        if (!all.containsKey(target.with(Kind.ANY))) {
          all.putIfAbsent(target, completer);
        }
      } catch (EntryException e) {
        problems.accept(
            "%s\"completions\" of \"%s\" is ignored: %s. %s."
                .formatted(what, EscapedBytes.of(member.getKey()), e.getMessage(), e.nextStep()));
      }
    }
  }
}
