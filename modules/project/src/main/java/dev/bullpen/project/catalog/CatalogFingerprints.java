package dev.bullpen.project.catalog;

import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.ui.UiResource;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What tells one state of each kind from another: what its list shows and what reading it uses. */
final class CatalogFingerprints {
  private CatalogFingerprints() {}

  /** Those of a project whose registration is not in force: every list is refused, not empty. */
  static Map<CatalogKind, String> ofBroken() {
    Map<CatalogKind, String> all = new EnumMap<>(CatalogKind.class);
    for (CatalogKind kind : CatalogKind.values()) {
      all.put(kind, "broken");
    }
    return all;
  }

  /** Those of the parts of a catalog, each sorted by name. */
  static Map<CatalogKind, String> of(
      Collection<Tool> tools,
      Collection<Prompt> prompts,
      Collection<Resource> resources,
      Collection<UiResource> uiResources,
      Collection<ResourceTemplate> templates) {
    Map<CatalogKind, String> all = new EnumMap<>(CatalogKind.class);
    all.put(CatalogKind.TOOLS, ofTools(tools));
    all.put(CatalogKind.PROMPTS, ofPrompts(prompts));
    all.put(CatalogKind.RESOURCES, ofResources(resources, uiResources));
    all.put(CatalogKind.RESOURCE_TEMPLATES, ofTemplates(templates));
    return all;
  }

  private static String ofTools(Collection<Tool> tools) {
    Fingerprint fingerprint = new Fingerprint();
    for (Tool tool : tools) {
      fingerprint.add(tool.definition());
    }
    return fingerprint.text();
  }

  private static String ofPrompts(Collection<Prompt> prompts) {
    Fingerprint fingerprint = new Fingerprint();
    for (Prompt prompt : prompts) {
      fingerprint
          .add(prompt.definition())
          .add(prompt.path())
          .add(prompt.role())
          .add(prompt.isScript() ? "script" : "text");
    }
    return fingerprint.text();
  }

  private static String ofResources(
      Collection<Resource> resources, Collection<UiResource> uiResources) {
    Fingerprint fingerprint = new Fingerprint();
    for (Resource resource : resources) {
      addWithoutSize(resource.definition(), fingerprint);
      fingerprint.add(resource.path()).add(resource.provider());
    }
    for (UiResource ui : uiResources) {
      fingerprint.add(ui.definition()).add(ui.html().toString());
    }
    return fingerprint.text();
  }

  /** A list is no other one because a file in it has grown. */
  private static void addWithoutSize(ObjectNode definition, Fingerprint fingerprint) {
    for (Map.Entry<String, JsonNode> member : definition.properties()) {
      if (!member.getKey().equals("size")) {
        fingerprint.add(member.getKey()).add(member.getValue());
      }
    }
  }

  private static String ofTemplates(Collection<ResourceTemplate> templates) {
    Fingerprint fingerprint = new Fingerprint();
    for (ResourceTemplate template : templates) {
      fingerprint.add(template.definition()).add(template.path()).add(template.provider());
    }
    return fingerprint.text();
  }
}
