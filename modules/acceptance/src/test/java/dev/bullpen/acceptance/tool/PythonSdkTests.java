package dev.bullpen.acceptance.tool;

import dev.bullpen.testkit.fixture.Needs;

@Needs("python3")
class PythonSdkTests extends SdkTools {
  @Override
  String language() {
    return "python";
  }
}
