package dev.bullpen.project.catalog;

import dev.bullpen.json.Json;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.tool.Tool;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An item of a registry cache: what mcp-bash has in its own, and everything else the author wrote.
 *
 * <p>mcp-bash fills in what an author leaves out, a kind of content for instance. Which members
 * those are is told in {@code _meta}, so that whoever reads the item knows what was written and
 * what was not.
 */
final class CachedItem {
  /** Member of {@code _meta}: names of the members that nobody wrote. */
  static final String ASSUMED = "dev.bullpen/assumed";

  private static final String META = "_meta";
  private static final String ICONS = "icons";

  /** What the catalog decides, whoever wrote it. */
  private static final Set<String> DECIDED = Set.of("name", "path", "uri", "provider");

  private CachedItem() {}

  /** The item of a tool: as scripts are told it, and what only clients see. */
  static ObjectNode of(Tool tool) {
    return with(tool.metadata(), tool.definition());
  }

  /** The item of a prompt. */
  static ObjectNode of(Prompt prompt) {
    return of(prompt.described(), prompt.metadata(), prompt.definition());
  }

  /** The item of a resource. */
  static ObjectNode of(Resource resource) {
    return of(resource.described(), resource.metadata(), resource.definition());
  }

  /** The item of a template, of which scripts are told nothing. */
  static ObjectNode of(ResourceTemplate template) {
    ObjectNode described = Json.object();
    described.put("name", template.name());
    described.put("uriTemplate", template.template().text());
    if (!template.path().isEmpty()) {
      described.put("path", template.path());
    }
    described.put("provider", template.provider());
    return of(described, template.metadata(), template.definition());
  }

  private static ObjectNode of(ObjectNode described, ObjectNode written, ObjectNode definition) {
    ArrayNode assumed = Json.array();
    for (String member : described.propertyNames()) {
      if (!DECIDED.contains(member) && !written.has(member)) {
        assumed.add(member);
      }
    }
    ObjectNode item = with(described, written);
    // As clients see them: what the author wrote may be relative to a place nobody knows any more.
    item.remove(ICONS);
    Members.value(definition, ICONS).ifPresent(icons -> item.set(ICONS, icons));
    if (!assumed.isEmpty()) {
      ObjectNode meta = copy(item.path(META));
      meta.set(ASSUMED, assumed);
      item.set(META, meta);
    }
    return item;
  }

  private static ObjectNode with(ObjectNode one, ObjectNode other) {
    ObjectNode both = copy(one);
    other.properties().forEach(member -> both.putIfAbsent(member.getKey(), member.getValue()));
    return both;
  }

  /** The item as an entry of a registration. */
  static ObjectNode entry(ObjectNode item) {
    if (!(item.path(META).get(ASSUMED) instanceof ArrayNode assumed)) {
      return item;
    }
    ObjectNode entry = copy(item);
    ObjectNode meta = copy(item.get(META));
    meta.remove(ASSUMED);
    if (meta.isEmpty()) {
      entry.remove(META);
    } else {
      entry.set(META, meta);
    }
    for (JsonNode member : assumed) {
      entry.remove(member.stringValue(""));
    }
    return entry;
  }

  private static ObjectNode copy(JsonNode object) {
    ObjectNode copy = Json.object();
    object.properties().forEach(member -> copy.set(member.getKey(), member.getValue()));
    return copy;
  }
}
