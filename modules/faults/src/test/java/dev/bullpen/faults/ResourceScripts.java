package dev.bullpen.faults;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.rig.ProjectFixture;

/** Resources that a script of the project provides. */
final class ResourceScripts {
  private ResourceScripts() {}

  /** A provider, and a template of its scheme that it reads. */
  static void add(ProjectFixture project, String name, String script) {
    project.script("providers/" + name + ".sh", script);
    template(project, name);
  }

  /** A template of that scheme, which the provider of that name reads. */
  static void template(ProjectFixture project, String name) {
    project.file(
        "resources/" + name + ".meta.json",
        Json.text(
            Json.object()
                .put("name", name)
                .put("description", "A template")
                .put("uriTemplate", name + "://{part}")
                .put("provider", name)));
  }
}
