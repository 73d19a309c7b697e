package dev.bullpen.project.completion;

import dev.bullpen.project.completion.CompletionTarget.Kind;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.StrictMembers;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads what an element of {@code completions} is for, strictly: a {@code name}, or a {@code ref}
 * as clients send it, and perhaps an {@code argument}.
 */
public final class CompletionTargetReader {
  /** The members read here. */
  static final Set<String> KEYS = Set.of("name", "ref", "argument");

  private CompletionTargetReader() {}

  public static CompletionTarget read(ObjectNode entry) throws EntryException {
    Optional<String> argument = Optional.empty();
    if (Members.value(entry, "argument").isPresent()) {
      argument =
          Optional.of(StrictMembers.text(entry, "argument", "Name the argument or leave it out"));
    }
    Optional<JsonNode> ref = Members.value(entry, "ref");
    if (ref.isEmpty()) {
      String name = StrictMembers.text(entry, "name", "Name the prompt or resource it completes");
      return new CompletionTarget(Kind.ANY, name.strip(), argument);
    }
    if (Members.value(entry, "name").isPresent()) {
      throw new EntryException("it has both a name and a ref", "Leave out one of the two");
    }
    return of(ref.get(), argument);
  }

  private static CompletionTarget of(JsonNode node, Optional<String> argument)
      throws EntryException {
    if (node instanceof ObjectNode ref && ref.size() == 2) {
      String type = Members.text(ref, "type").orElse("");
      Optional<String> prompt = Members.text(ref, "name");
      Optional<String> resource = Members.text(ref, "uri");
      if (type.equals("ref/prompt") && prompt.isPresent()) {
        return new CompletionTarget(Kind.PROMPT, prompt.get(), argument);
      }
      if (type.equals("ref/resource") && resource.isPresent()) {
        return new CompletionTarget(Kind.RESOURCE, resource.get(), argument);
      }
    }
    throw new EntryException(
        "\"ref\" names neither a prompt nor a resource",
        "Write {\"type\": \"ref/prompt\", \"name\": NAME}"
            + " or {\"type\": \"ref/resource\", \"uri\": URI or template}");
  }
}
