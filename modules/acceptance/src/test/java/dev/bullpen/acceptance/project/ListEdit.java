package dev.bullpen.acceptance.project;

import static dev.bullpen.testkit.fixture.Notices.PROMPTS;
import static dev.bullpen.testkit.fixture.Notices.RESOURCES;
import static dev.bullpen.testkit.fixture.Notices.TOOLS;

import dev.bullpen.testkit.fixture.Editor;
import dev.bullpen.testkit.rig.ToolScripts;
import java.util.function.ToLongFunction;

/**
 * What can happen to an {@link EditedProject}, and whom it concerns: each to a part that no other
 * touches.
 */
enum ListEdit {
  A_TOOL_IS_ADDED(TOOLS, e -> e.put("tools/new", made -> made.tool("new", ToolScripts.HELLO))),
  A_TOOL_SAYS_SOMETHING_ELSE(
      TOOLS,
      e -> e.put("tools/old/tool.meta.json", "{\"name\":\"old\",\"description\":\"Another one\"}")),
  A_TOOL_IS_WRITTEN_OVER(
      TOOLS,
      e ->
          e.overwrite(
              "tools/plain/tool.meta.json",
              "{\"name\":\"plain\",\"description\":\"Another one\"}")),
  A_TOOL_IS_RENAMED(
      TOOLS,
      e -> e.put("tools/young/tool.meta.json", "{\"name\":\"older\",\"description\":\"A tool\"}")),
  A_TOOL_IS_REMOVED(TOOLS, e -> e.take("tools/spare")),
  A_PROMPT_IS_ADDED(PROMPTS, e -> e.put("prompts/new.txt", "New.\n")),
  A_PROMPT_SAYS_SOMETHING_ELSE(
      PROMPTS,
      e -> e.put("prompts/old.meta.json", "{\"name\":\"old\",\"description\":\"Another one\"}")),
  A_PROMPT_IS_RENAMED(PROMPTS, e -> e.rename("prompts/bare.txt", "prompts/barer.txt")),
  A_PROMPT_IS_REMOVED(PROMPTS, e -> e.take("prompts/spare.txt")),
  A_RESOURCE_IS_ADDED(RESOURCES, e -> e.put("resources/new.txt", "New.\n")),
  A_RESOURCE_IS_ADDED_IN_A_NEW_FOLDER(
      RESOURCES, e -> e.put("resources/far", made -> made.file("resources/far/off/x.txt", "x"))),
  A_RESOURCE_SAYS_SOMETHING_ELSE(
      RESOURCES,
      e -> e.put("resources/old.meta.json", "{\"name\":\"old\",\"description\":\"Another one\"}")),
  A_RESOURCE_IS_RENAMED(RESOURCES, e -> e.rename("resources/bare.txt", "resources/barer.txt")),
  A_RESOURCE_IS_REMOVED(RESOURCES, e -> e.take("resources/spare.txt")),
  A_TEMPLATE_IS_ADDED(
      RESOURCES,
      e -> e.put("resources/new.meta.json", "{\"name\":\"new\",\"uriTemplate\":\"new://{x}\"}")),
  A_TEMPLATE_SAYS_SOMETHING_ELSE(
      RESOURCES,
      e ->
          e.put(
              "resources/page.meta.json",
              "{\"name\":\"page\",\"uriTemplate\":\"page://{another}\"}")),
  A_TEMPLATE_IS_REMOVED(RESOURCES, e -> e.take("resources/leaf.meta.json")),
  TOOLS_ARE_REGISTERED(TOOLS, e -> register(e, "\"tools\":[]")),
  PROMPTS_ARE_REGISTERED(PROMPTS, e -> register(e, "\"prompts\":[]")),
  RESOURCES_ARE_REGISTERED(RESOURCES, e -> register(e, "\"resources\":[]")),
  TEMPLATES_ARE_REGISTERED(
      RESOURCES,
      e -> register(e, "\"resourceTemplates\":[{\"name\":\"n\",\"uriTemplate\":\"n://{x}\"}]"));

  final String notice;
  private final ToLongFunction<Editor> act;

  ListEdit(String notice, ToLongFunction<Editor> act) {
    this.notice = notice;
    this.act = act;
  }

  /** Does it, and returns when that was on the clock of {@link System#nanoTime()}. */
  long applyTo(Editor editor) {
    return act.applyAsLong(editor);
  }

  private static long register(Editor editor, String member) {
    return editor.put(
        EditedProject.REGISTRATION,
        editor
            .text(EditedProject.REGISTRATION)
            .replace("\"version\":1", "\"version\":1," + member));
  }
}
