package dev.bullpen.acceptance.project;

import dev.bullpen.testkit.rig.Conversation;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.ToolScripts;

/** A project with something to edit in every list. */
final class EditedProject {
  /** To be told of every list. */
  static final String ALL =
      "{'toolsListChanged':true,'promptsListChanged':true,'resourcesListChanged':true}";

  static final String REGISTRATION = "server.d/register.json";

  private EditedProject() {}

  /** Makes it of an empty one. */
  static void in(ProjectFixture project) {
    project
        .tool("old", ToolScripts.HELLO)
        .tool("plain", ToolScripts.HELLO)
        .tool("young", ToolScripts.HELLO)
        .tool("spare", ToolScripts.HELLO)
        .prompt("old", "query")
        .file("prompts/bare.txt", "Bare.\n")
        .file("prompts/spare.txt", "Spare.\n")
        .file("resources/old.txt", "Old.\n")
        .file("resources/old.meta.json", "{\"name\":\"old\",\"description\":\"An old one\"}")
        .file("resources/bare.txt", "Bare.\n")
        .file("resources/spare.txt", "Spare.\n")
        .file("resources/page.meta.json", "{\"name\":\"page\",\"uriTemplate\":\"page://{x}\"}")
        .file("resources/leaf.meta.json", "{\"name\":\"leaf\",\"uriTemplate\":\"leaf://{x}\"}");
  }

  /** A server of it with one helper. */
  static Conversation open() {
    return Conversation.open(EditedProject::in, launcher -> launcher.workers(1, 1));
  }
}
