package dev.bullpen.project.prompt;

import dev.bullpen.json.Json;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.script.ScriptLimits;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * One prompt.
 *
 * @param name unique within the catalog
 * @param path of the template file or script, relative to the prompts folder; empty if the project
 *     names no usable one
 * @param isScript whether the file is run instead of filled in
 * @param role of the text: {@code user} or {@code assistant}
 * @param arguments as declared, in order; empty if the metadata has no member {@code arguments},
 *     which differs from declaring none
 * @param completionScript path, relative to the prompts folder, of the script beside it
 * @param definition the prompt as a client of the newest revision sees it: {@code name, title?,
 *     description, arguments?, icons?, _meta?} in this order, each as its author wrote it; must not
 *     be changed
 * @param metadata as written by the project; an empty object if there is none; must not be changed
 */
public record Prompt(
    String name,
    String path,
    boolean isScript,
    String role,
    Optional<List<PromptArgument>> arguments,
    Optional<String> completionScript,
    ObjectNode definition,
    ScriptLimits limits,
    ObjectNode metadata) {

  public Optional<PromptArgument> argument(String argument) {
    return arguments.orElse(List.of()).stream()
        .filter(declared -> declared.name().equals(argument))
        .findFirst();
  }

  /** The prompt as scripts get it in {@code MCP_PROMPT_METADATA}. */
  public ObjectNode described() {
    ObjectNode item = Json.object().put("name", name);
    item.put("description", Members.silentText(metadata, "description").orElse(""));
    item.put("path", path);
    item.set(
        "arguments",
        Members.value(metadata, "arguments")
            .orElseGet(() -> Json.object().put("type", "object").set("properties", Json.object())));
    item.put("role", Members.silentText(metadata, "role").orElse("user"));
    item.set("metadata", metadata.get("metadata"));
    Members.value(metadata, "icons").ifPresent(icons -> item.set("icons", icons));
    return item;
  }
}
