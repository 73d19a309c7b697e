package dev.bullpen.acceptance.tool;

import dev.bullpen.testkit.fixture.Needs;

@Needs("node")
class NodeSdkTests extends SdkTools {
  @Override
  String language() {
    return "node";
  }
}
