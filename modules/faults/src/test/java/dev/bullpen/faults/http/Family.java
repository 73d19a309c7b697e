package dev.bullpen.faults.http;

import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.ToolScripts;
import tools.jackson.databind.node.ObjectNode;

/** A tool with a pipeline, and a daemon that has left its group; and one that waits. */
final class Family {
  /** The pipeline, the daemon and the script, which all stay. */
  static final int MEMBERS = ToolScripts.FAMILY_MEMBERS;

  private Family() {}

  static void project(ProjectFixture project) {
    project
        .tool("family", ToolScripts.FAMILY)
        .tool(
            "waits",
            ToolScripts.READY + ToolScripts.SAY + "progress 1\nenter\necho \"let: $word\"\n");
  }

  /** A call of it by a client of 2026-07-28, answered by a stream or by one document. */
  static HttpCall call(HttpRig rig, String token, boolean isStream) {
    return rig.modern("tools/call", params("family", token, isStream));
  }

  static ObjectNode params(String tool, String token, boolean hasProgress) {
    ObjectNode params = Messages.callTool(tool, "{'token':'" + token + "'}");
    if (hasProgress) {
      params.set("_meta", Messages.json("{'progressToken':1}"));
    }
    return params;
  }
}
